import { memberText } from '../ask-gateway.ts';
import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type RefundOrder,
} from '../payment-gateway.ts';
import { askCreem, idOf, isPaidBack, membersOf, readCheckout, refused } from './creem-client.ts';

/**
 * Asks for the transaction of a refund, which has no number at Creem. Until it is paid back, Creem shows a refund on its
 * way like one that it never got. So it is pending, and never sent again.
 * @throws GatewayUnanswered
 */
export async function findCreemRefund(
  context: PaymentContext,
  account: PaymentAccount,
  refund: RefundOrder,
): Promise<'done' | 'pending'> {
  const id = await transactionOf(context, account, refund);
  return (await isPaidBack(context, account, id)) ? 'done' : 'pending';
}

/** Pays a whole payment back. @throws GatewayUnanswered */
export async function sendCreemRefund(
  context: PaymentContext,
  account: PaymentAccount,
  refund: RefundOrder,
): Promise<'done' | 'pending'> {
  if (refund.minor !== refund.totalMinor) throw refused('Creem pays back whole payments only.');
  const transaction_id = await transactionOf(context, account, refund);
  if (await isPaidBack(context, account, transaction_id)) return 'done';
  try {
    const { status } = await askCreem(context, account, '/v1/refunds', { transaction_id });
    return stateOf(memberText(status));
  } catch (error) {
    // The same refund may have been sent at the same time.
    const isSure = error instanceof GatewayUnanswered && error.isRefusal;
    if (isSure && (await isPaidBack(context, account, transaction_id))) return 'done';
    throw error;
  }
}

function stateOf(status: string): 'done' | 'pending' {
  switch (status) {
    case 'succeeded':
      return 'done';
    case 'pending':
    case 'requiresAction':
      return 'pending';
    case 'failed':
    case 'canceled':
      throw refused(`The refund is ${status} at Creem.`);
    default:
      throw new GatewayUnanswered(`The refund is ${status.slice(0, 40) || 'unknown'} at Creem.`);
  }
}

async function transactionOf(
  context: PaymentContext,
  account: PaymentAccount,
  { gatewayNo }: RefundOrder,
): Promise<string> {
  const { order } = await readCheckout(context, account, gatewayNo);
  const id = idOf(membersOf(order).transaction);
  if (id === '') throw new GatewayUnanswered('Creem names no transaction of the order.');
  return id;
}
