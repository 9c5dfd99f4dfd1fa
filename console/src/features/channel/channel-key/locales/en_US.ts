import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  keysTitle: 'Keys of {{name}}',
  keysEmpty: 'No keys',
  keysEmptyHint: 'This channel sends requests without a key.',
  addKeys: 'Add keys',
  addKeysTitle: 'Add keys to {{name}}',
  keysAdded: 'Keys added: {{count}}',
  keyCalls: 'Attempts',
  keyFailures: 'Failed',
  keyLastError: 'Last failure',
  keyLastUsed: 'Last used',
  keyUnused: 'Never',
  keyRequests: 'Requests/min',
  keyTokens: 'Tokens/min',
  keyParallel: 'Parallel',
  changeKeyLimit: 'Change {{limit}} of {{name}}, now {{value}}',
  keyLimitOf: '{{limit}} of {{name}}; 0 means no limit',
  keySaved: 'Key {{name}} saved',
  keyRests: 'Paused until {{time}}',
  deleteKey: 'Delete key',
  deleteKeyName: 'Delete {{name}}',
  deleteKeyTitle: 'Delete the key {{name}}?',
  deleteKeyHint:
    'Requests use the other keys. Answers stored at the provider under a deleted key cannot be continued.',
  disableKeysTitle: 'Disable the selected keys ({{count}})?',
  disableKeysHint: 'Requests use the other keys.',
  deleteKeysTitle: 'Delete the selected keys ({{count}})?',
  keysDone: 'Keys changed: {{count}}',
  keysPartly: 'Keys changed: {{count}}, not changed: {{failed}}',
};

export default texts;
