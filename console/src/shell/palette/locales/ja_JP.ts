import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  search: '検索',
  palette: 'コマンドパレット',
  placeholder: '画面、操作、キー、モデル…',
  placeholderAdmin: '画面、操作、ユーザー、チャネル、キー、モデル…',
  groupRecent: '最近',
  groupScreen: '画面',
  groupAction: '操作',
  groupUser: 'ユーザー',
  groupChannel: 'チャネル',
  groupToken: 'API キー',
  groupModel: 'モデル',
  nothing: '「{{query}}」は見つかりませんでした',
  searching: '検索中…',
  partFailed: '一部を検索できませんでした。しばらくしてからもう一度お試しください。',
  found: '{{count}}\u00a0件',
  hintMove: '移動',
  hintOpen: '開く',
  hintClose: '閉じる',
  createIn: '新規作成：{{screen}}',
  switchTheme: 'テーマ：{{name}}',
  switchLanguage: '言語：{{name}}',
  shortcuts: 'キーボードショートカット',
  shortcutsOn: '単独キーのショートカットを使う',
  shortcutsOnHint: 'このブラウザーにのみ保存されます。',
  shortcutPalette: 'コマンドパレットを開く',
  shortcutHelp: 'この一覧を表示',
  shortcutNew: 'この画面で新規作成',
  shortcutUndo: '直前の変更を元に戻す（通知の表示中）',
  shortcutGo: '{{screen}}へ移動',
  shortcutThen: '次に',
};

export default texts;
