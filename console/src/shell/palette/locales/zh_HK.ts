import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  search: '搜尋',
  palette: '命令面板',
  placeholder: '頁面、操作、令牌、模型…',
  placeholderAdmin: '頁面、操作、使用者、渠道、令牌、模型…',
  groupRecent: '最近',
  groupScreen: '頁面',
  groupAction: '操作',
  groupUser: '使用者',
  groupChannel: '渠道',
  groupToken: '令牌',
  groupModel: '模型',
  nothing: '找不到「{{query}}」',
  searching: '正在搜尋…',
  partFailed: '部分結果載入失敗，請稍後再試。',
  found: '{{count}} 個結果',
  hintMove: '選擇',
  hintOpen: '開啟',
  hintClose: '關閉',
  createIn: '新增：{{screen}}',
  switchTheme: '主題：{{name}}',
  switchLanguage: '語言：{{name}}',
  shortcuts: '鍵盤快捷鍵',
  shortcutsOn: '使用單鍵快捷鍵',
  shortcutsOnHint: '只儲存在此瀏覽器。',
  shortcutPalette: '開啟命令面板',
  shortcutHelp: '顯示這份列表',
  shortcutNew: '在目前頁面新增',
  shortcutUndo: '復原剛才的更改（提示仍顯示時）',
  shortcutGo: '前往{{screen}}',
  shortcutThen: '然後',
};

export default texts;
