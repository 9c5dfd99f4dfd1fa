import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  keysTitle: '{{name}} 的金鑰',
  keysEmpty: '沒有金鑰',
  keysEmptyHint: '該渠道不使用金鑰呼叫。',
  addKeys: '新增金鑰',
  addKeysTitle: '為 {{name}} 新增金鑰',
  keysAdded: '已新增 {{count}} 個金鑰',
  keyCalls: '呼叫次數',
  keyFailures: '失敗',
  keyLastError: '最近一次失敗',
  keyLastUsed: '最近使用',
  keyUnused: '從未',
  keyRequests: '請求/分鐘',
  keyTokens: 'token/分鐘',
  keyParallel: '並行',
  changeKeyLimit: '修改 {{name}} 的{{limit}}，目前為 {{value}}',
  keyLimitOf: '{{name}} 的{{limit}}，0 表示不限',
  keySaved: '金鑰 {{name}} 已儲存',
  keyRests: '暫停至 {{time}}',
  deleteKey: '刪除金鑰',
  deleteKeyName: '刪除 {{name}}',
  deleteKeyTitle: '刪除金鑰 {{name}}？',
  deleteKeyHint: '請求會改用其他金鑰。供應商以該金鑰保存的回答將無法繼續。',
  disableKeysTitle: '停用所選的 {{count}} 個金鑰？',
  disableKeysHint: '請求會改用其他金鑰。',
  deleteKeysTitle: '刪除所選的 {{count}} 個金鑰？',
  keysDone: '已修改 {{count}} 個金鑰',
  keysPartly: '已修改 {{count}} 個金鑰，{{failed}} 個未修改',
};

export default texts;
