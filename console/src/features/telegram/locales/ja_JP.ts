import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Telegram ボット',
  purpose: '決まった内容を返信する、ボットの独自コマンドです。',
  onlineWebhook: 'オンライン（Webhook）',
  onlinePolling: 'オンライン（ポーリング）',
  off: '停止中',
  reloadHint: '追加や変更はすぐに有効になります。Telegram の一覧には、再読み込みの後に表示されます。',
  offHint: 'ボットのトークンが未設定か、Telegram に接続できません。',
  openSettings: 'ボットの設定を開く',
  reload: '再読み込み',
  reloaded: 'コマンドを再読み込みしました',
  create: 'コマンドを追加',
  created: '/{{command}} を追加しました',
  editTitle: '/{{command}} を編集',
  saved: '保存しました',
  search: '番号かコマンドの先頭で検索',
  nothingFound: '「{{keyword}}」で始まるコマンドはありません',
  empty: '独自のコマンドはまだありません',
  emptyHint:
    'たとえば /price で料金ページのリンクを返信できます。組み込みのコマンドはここには表示されません。',
  number: '番号',
  command: 'コマンド',
  commandHint: '英小文字、数字、_ を 1～32 文字。スラッシュは付けません。',
  description: '説明',
  descriptionHint: 'Telegram のコマンド一覧に表示されます。',
  parseMode: '返信の形式',
  parseModeHint:
    'MarkdownV2 では記号の前に \\ が必要です。書式に誤りがあると、プレーンテキストで送信されます。',
  reply: '返信',
  replyHint: '4,096 文字以内。',
  deleteTitle: '/{{command}} を削除しますか？',
  deleteHint: 'ボットはこのコマンドに応答しなくなります。Telegram の一覧には、次の再読み込みまで残ります。',
};

export default texts;
