import type { PaymentAccount, PaymentContext } from '../payment-gateway.ts';
import { askPayPal, type Members, payPalFault } from './paypal-client.ts';

/** @returns undefined for an order that PayPal does not know. @throws GatewayUnanswered */
export async function readPayPalOrder(
  context: PaymentContext,
  account: PaymentAccount,
  id: string,
): Promise<Members | undefined> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const reply = await askPayPal(context, account, { method: 'GET', path });
  if (reply.status === 404) return undefined;
  if (reply.status !== 200 || reply.object === null) throw payPalFault(reply);
  return reply.object;
}
