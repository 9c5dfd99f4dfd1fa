import type zhCN from './zh_CN.ts';

const texts: Record<keyof typeof zhCN, string> = {
  title: '注文の支払い',
  openInWeChat: '支払うには、このページを WeChat で開いてください。',
  payInWeChat: 'WeChat で支払う',
  back: 'チャージ画面に戻る',
  paid: 'この注文は支払い済みです。',
  closed: 'この注文は取り消されたか、期限が切れています。もう一度注文してください。',
  noAnswer: '支払いを開始できませんでした。戻ってもう一度お試しください。',
};

export default texts;
