import type zhCN from './zh_CN.ts';

const texts: Record<keyof typeof zhCN, string> = {
  title: '支付訂單',
  openInWeChat: '請在微信中開啟本頁完成付款。',
  payInWeChat: '以微信支付',
  back: '返回儲值頁',
  paid: '訂單已付款。',
  closed: '訂單已關閉或已逾期，請重新下單。',
  noAnswer: '暫時無法發起付款，請返回後再試。',
};

export default texts;
