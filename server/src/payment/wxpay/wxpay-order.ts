import type { PaymentAccount, PaymentOrder } from '../payment-gateway.ts';

/** An order as WeChat Pay takes it, without the members of a single product. Times are Beijing time. */
export const wxPayOrder = (
  { tradeNo, minor, subject, notifyUrl, expiresAtSeconds }: PaymentOrder,
  { config, currency }: PaymentAccount,
) => ({
  appid: config.app_id,
  mchid: config.mch_id,
  description: subject,
  out_trade_no: tradeNo,
  time_expire: `${new Date((expiresAtSeconds + 8 * 3600) * 1000).toISOString().slice(0, 19)}+08:00`,
  notify_url: notifyUrl,
  amount: { total: minor, currency },
});
