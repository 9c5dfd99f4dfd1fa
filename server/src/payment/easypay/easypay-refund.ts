import { toAmountText } from '@turnpike/contract';
import { type GatewayReply, memberText } from '../ask-gateway.ts';
import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type RefundOrder,
} from '../payment-gateway.ts';
import { askV1, askV2, goodCode, isV2, refundFault } from './easypay-client.ts';

/** Words of version 2 for a refund that it does not have. Those about a page or a merchant say nothing about it. */
const UNKNOWN_REFUND =
  /(退款|单号|订单|记录).*(不存在|未找到)|(refund|order|record).*(not ?found|not exist)/i;

/**
 * Asks version 2 for a refund by its number. Refunds of version 1 have none.
 * @throws GatewayUnanswered
 */
export async function findEasyPayRefund(
  context: PaymentContext,
  account: PaymentAccount,
  { requestNo }: RefundOrder,
): Promise<'done' | 'absent'> {
  const reply = await askV2(context, account, 'api/pay/refundquery', { out_refund_no: requestNo });
  const { object } = reply;
  const isKnown = memberText(object?.code) === goodCode(account);
  if (!isKnown && UNKNOWN_REFUND.test(memberText(object?.msg))) return 'absent';
  if (!isKnown) throw refundFault(reply);
  if (memberText(object?.status) === '1') return 'done';
  // The state 0 is documented as a failure, but a refund may begin with it.
  throw new GatewayUnanswered('The refund has failed at the gateway, or goes on; look there.');
}

/** Pays an order back. Some gateways want their own number of it. @throws GatewayUnanswered */
export async function sendEasyPayRefund(
  context: PaymentContext,
  account: PaymentAccount,
  { tradeNo, gatewayNo, requestNo, minor, currency }: RefundOrder,
): Promise<'done'> {
  const money = toAmountText(minor, currency);
  const ask = (which: Record<string, string>): Promise<GatewayReply> =>
    isV2(account)
      ? askV2(context, account, 'api/pay/refund', { ...which, money, out_refund_no: requestNo })
      : askV1(context, account, { act: 'refund', ...which, money });
  const isGood = ({ object }: GatewayReply): boolean => memberText(object?.code) === goodCode(account);
  const reply = await ask({ out_trade_no: tradeNo });
  if (isGood(reply)) return 'done';
  if (gatewayNo === '' || !/不存在|not ?found/i.test(memberText(reply.object?.msg))) throw refundFault(reply);
  const second = await ask({ trade_no: gatewayNo });
  if (isGood(second)) return 'done';
  throw refundFault(second);
}
