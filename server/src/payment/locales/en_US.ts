import type zhCN from './zh_CN.ts';

const texts: Record<keyof typeof zhCN, string> = {
  title: 'Pay your order',
  openInWeChat: 'Open this page in WeChat to pay.',
  payInWeChat: 'Pay with WeChat',
  back: 'Back to top-ups',
  paid: 'This order is paid.',
  closed: 'This order was closed or has expired. Please order again.',
  noAnswer: 'The payment could not be started. Go back and try again.',
};

export default texts;
