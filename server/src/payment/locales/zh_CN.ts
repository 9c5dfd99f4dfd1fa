export default {
  title: '支付订单',
  openInWeChat: '请在微信中打开本页完成支付。',
  payInWeChat: '用微信支付',
  back: '返回充值页',
  paid: '订单已付款。',
  closed: '订单已关闭或已过期，请重新下单。',
  noAnswer: '暂时无法发起支付，请返回后重试。',
};
