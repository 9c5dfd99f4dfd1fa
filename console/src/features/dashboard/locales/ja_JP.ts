import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'ダッシュボード',
  purpose: 'こんにちは、{{name}} さん。',
  balance: '残高',
  balanceNote: '今使える金額',
  used: '使用済み',
  usedNote: 'アカウント作成以降',
  calls: '呼び出し回数',
  callsNote: 'アカウント作成以降',
  startTitle: '呼び出してみる',
  startAbout: 'キーを作成し、コードをコピーして実行すると、ログに表示されます。',
  createKey: 'キーを作成',
  openPlayground: 'プレイグラウンドを開く',
  openLog: 'ログを見る',
  recentTitle: '最近の呼び出し',
  recentEmpty: 'まだありません。最初の呼び出しは数秒でここに表示されます。',
  noModel: '呼び出せるモデルがまだありません',
  noModelAdmin: 'まずチャネルを追加してください。キーがなければ内蔵デモを使えます。',
  noModelUser: 'グループで使えるモデルを管理者に依頼してください。',
  addChannel: 'チャネルを追加',
};

export default texts;
