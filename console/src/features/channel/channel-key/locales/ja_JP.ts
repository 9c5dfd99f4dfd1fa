import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  keysTitle: '{{name}} のキー',
  keysEmpty: 'キーはありません',
  keysEmptyHint: 'このチャネルはキーなしで呼び出されます。',
  addKeys: 'キーを追加',
  addKeysTitle: '{{name}} にキーを追加',
  keysAdded: 'キーを {{count}}\u00a0個追加しました',
  keyCalls: '試行回数',
  keyFailures: '失敗',
  keyLastError: '最後の失敗',
  keyLastUsed: '最終使用',
  keyUnused: 'なし',
  keyRequests: 'リクエスト/分',
  keyTokens: 'トークン/分',
  keyParallel: '同時数',
  changeKeyLimit: '{{name}} の{{limit}}を変更（現在 {{value}}）',
  keyLimitOf: '{{name}} の{{limit}}（0 は無制限）',
  keySaved: 'キー {{name}} を保存しました',
  keyRests: '{{time}} まで休止',
  deleteKey: 'キーを削除',
  deleteKeyName: '{{name}} を削除',
  deleteKeyTitle: 'キー {{name}} を削除しますか？',
  deleteKeyHint:
    '呼び出しにはほかのキーが使われます。削除したキーでプロバイダーに保存された回答は続けられなくなります。',
  disableKeysTitle: '選択したキー（{{count}}\u00a0個）を無効にしますか？',
  disableKeysHint: '呼び出しにはほかのキーが使われます。',
  deleteKeysTitle: '選択したキー（{{count}}\u00a0個）を削除しますか？',
  keysDone: 'キーを {{count}}\u00a0個変更しました',
  keysPartly: '変更したキー：{{count}}\u00a0個、変更できなかったキー：{{failed}}\u00a0個',
};

export default texts;
