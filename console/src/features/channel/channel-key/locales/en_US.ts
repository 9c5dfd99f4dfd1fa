import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  keysTitle: 'Keys of {{name}}',
  keysEmpty: 'No keys',
  keysEmptyHint: 'This channel is called without a key.',
  addKeys: 'Add keys',
  addKeysTitle: 'Add keys to {{name}}',
  keysAdded: 'Keys added: {{count}}',
  keyCalls: 'Tries',
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
  keyRests: 'Rests until {{time}}',
  deleteKey: 'Delete key',
  deleteKeyName: 'Delete {{name}}',
  deleteKeyTitle: 'Delete the key {{name}}?',
  deleteKeyHint:
    'Calls go to the other keys. Answers that the provider keeps under a deleted key cannot be continued.',
  disableKeysTitle: 'Disable the selected keys ({{count}})?',
  disableKeysHint: 'Calls go to the other keys.',
  deleteKeysTitle: 'Delete the selected keys ({{count}})?',
  keysDone: 'Keys changed: {{count}}',
  keysPartly: 'Keys changed: {{count}}, not changed: {{failed}}',
};

export default texts;
