import { parseAmountText } from '@turnpike/contract';
import { memberText } from '../ask-gateway.ts';
import type { PaymentAccount, PaymentFacts } from '../payment-gateway.ts';
import { listOf, type Members, membersOf } from './paypal-client.ts';

type Account = Pick<PaymentAccount, 'currency' | 'config'>;

/** The capture of an order: the one that has paid, where there are several. */
export function captureOf(order: Members): Members | undefined {
  const { payments } = listOf(order.purchase_units)[0] ?? {};
  const captures = listOf(membersOf(payments).captures);
  return (
    captures.find(({ status }) => /^(COMPLETED|PARTIALLY_REFUNDED)$/.test(memberText(status))) ?? captures[0]
  );
}

/** An order as PayPal shows it. Approval is no payment: only a capture is. */
export function factsOfOrder(order: Members, account: Account): PaymentFacts {
  const [unit = {}] = listOf(order.purchase_units);
  const capture = captureOf(order);
  return {
    tradeNo: memberText(unit.custom_id),
    gatewayNo: memberText(order.id),
    ...amountOf(capture?.amount ?? unit.amount, account),
    merchant: memberText(membersOf(unit.payee).merchant_id),
    state: capture === undefined ? orderState(order) : captureState(capture),
    word: [order.status, capture?.status].map(memberText).filter(Boolean).join(' '),
  };
}

const orderState = ({ status }: Members): PaymentFacts['state'] =>
  status === 'VOIDED' ? 'closed' : 'waiting';

/** @returns "waiting" for a review, and for a cheque on its way */
function captureState({ status }: Members): PaymentFacts['state'] {
  switch (status) {
    case 'COMPLETED':
    // A part was paid back at PayPal's own site.
    case 'PARTIALLY_REFUNDED':
      return 'paid';
    case 'REFUNDED':
      return 'refunded';
    case 'DECLINED':
    case 'FAILED':
      return 'closed';
    default:
      return 'waiting';
  }
}

const eventStates: Readonly<Record<string, PaymentFacts['state']>> = {
  'PAYMENT.CAPTURE.COMPLETED': 'paid',
  'PAYMENT.CAPTURE.PENDING': 'waiting',
  'PAYMENT.CAPTURE.DENIED': 'waiting',
  // The money has gone back for good.
  'PAYMENT.CAPTURE.REVERSED': 'dispute_lost',
  'CUSTOMER.DISPUTE.CREATED': 'disputed',
};

/** Source: https://developer.paypal.com/docs/api/customer-disputes/v1/, `dispute_outcome.outcome_code`. */
const outcomes: Readonly<Record<string, PaymentFacts['state']>> = {
  RESOLVED_SELLER_FAVOUR: 'dispute_won',
  RESOLVED_WITH_PAYOUT: 'dispute_won',
  CANCELED_BY_BUYER: 'dispute_won',
  DENIED: 'dispute_won',
  RESOLVED_BUYER_FAVOUR: 'dispute_lost',
  ACCEPTED: 'dispute_lost',
};

function stateOf(type: string, resource: Members): PaymentFacts['state'] | undefined {
  const outcome = memberText(membersOf(resource.dispute_outcome).outcome_code);
  if (type === 'CUSTOMER.DISPUTE.RESOLVED')
    return Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined;
  return Object.hasOwn(eventStates, type) ? eventStates[type] : undefined;
}

/** @returns undefined for an event of another kind, or of no order */
export function factsOfEvent(type: string, resource: Members, account: Account): PaymentFacts | undefined {
  if (type === 'CHECKOUT.ORDER.APPROVED') {
    const facts = factsOfOrder(resource, account);
    // The question that every payment needs captures the order, and decides whether it is paid.
    return facts.tradeNo === '' ? undefined : { ...facts, state: 'paid', word: type };
  }
  const state = stateOf(type, resource);
  if (state === undefined) return undefined;
  const [disputed = {}] = listOf(resource.disputed_transactions);
  const ids = [resource.custom_id, resource.invoice_id, disputed.custom, disputed.invoice_number];
  const tradeNo = ids.map(memberText).find((id) => id !== '');
  if (tradeNo === undefined) return undefined;
  const payee = memberText(membersOf(resource.payee ?? disputed.seller).merchant_id);
  return {
    ...{ tradeNo, gatewayNo: orderIdOf(resource), state, word: type },
    ...amountOf(resource.dispute_amount ?? resource.amount, account),
    disputeNo: memberText(resource.dispute_id) || memberText(resource.id),
    merchant: payee || (account.config.merchant_id ?? ''),
  };
}

/** The order of a capture. */
function orderIdOf({ supplementary_data, links }: Members): string {
  const related = memberText(membersOf(membersOf(supplementary_data).related_ids).order_id);
  if (related !== '') return related;
  const addresses = listOf(links).map(({ href }) => memberText(href));
  const [, id = ''] =
    addresses.map((href) => /\/v2\/checkout\/orders\/(\w+)$/.exec(href)).find(Boolean) ?? [];
  return id;
}

function amountOf(amount: unknown, { currency }: Account): Pick<PaymentFacts, 'minor' | 'currency'> {
  const { value, currency_code } = membersOf(amount);
  return {
    minor: parseAmountText(memberText(value), currency) ?? null,
    currency: memberText(currency_code) || currency,
  };
}

/** A capture that was paid back. @returns undefined for a part, and for that of another shop */
export function factsOfRefundedCapture(capture: Members, account: Account): PaymentFacts | undefined {
  const tradeNo = memberText(capture.custom_id);
  if (capture.status !== 'REFUNDED' || tradeNo === '') return undefined;
  return {
    ...{ tradeNo, gatewayNo: orderIdOf(capture), state: 'refunded', word: 'PAYMENT.CAPTURE.REFUNDED' },
    ...amountOf(capture.amount, account),
    merchant: account.config.merchant_id ?? '',
  };
}
