import type { Currency } from '@turnpike/contract';
import { loadGateway } from '../../payment/gateway-registry.ts';
import {
  type CallbackAnswer,
  CallbackRefused,
  type CallbackRequest,
  GatewayUnanswered,
  type PaymentFacts,
  plainAnswer,
} from '../../payment/payment-gateway.ts';
import { REMOVED, removeValues } from '../../platform/text/remove-values.ts';
import type { ModuleDeps } from '../module-deps.ts';
import {
  findPaymentByUuid,
  openSecrets,
  type PaymentRow,
  toPaymentAccount,
} from '../payment/payment-account.ts';
import { applyFacts, mismatchOf } from './credit-order.ts';
import { findOrder, type NewOrderEvent, type OrderRow } from './order-repository.ts';
import type { Verdict } from './order-rules.ts';
import { askAbout } from './query-order.ts';
import { recordEvent } from './record-event.ts';

export interface IncomingCallback extends CallbackRequest {
  uuid: string;
  ip: string;
  requestId: string;
  signal: AbortSignal;
}

/**
 * Takes a callback of a payment gateway. It is believed when its proof, its gateway, merchant, order, amount and
 * currency agree, and where the gateway can be asked, when the gateway confirms it. The gateway gets its answer after
 * the commit. Gateways that are off or deleted still report payments of their orders.
 */
export async function takeCallback(deps: ModuleDeps, callback: IncomingCallback): Promise<CallbackAnswer> {
  const { db, clock, orderEvents } = deps;
  const payment = await findPaymentByUuid(db, callback.uuid);
  if (payment === undefined) return plainAnswer(404, 'unknown gateway');
  const { answers } = await loadGateway(payment.type);
  const received = { created_at: clock.nowSeconds(), gateway_id: payment.id, source: 'callback' } as const;
  const judged = await orderEvents.lookAt(payment.id, received.created_at, () =>
    readAndJudge(deps, payment, callback),
  );
  const event: NewOrderEvent = {
    ...{ ...received, trade_no: judged?.tradeNo ?? '', ip: callback.ip },
    ...(judged?.result ?? { verdict: 'failed', reason: 'Too many callbacks.' }),
    content: judged === undefined ? '' : contentOf(deps, payment, callback),
  };
  await recordEvent(deps, event);
  return event.verdict === 'refused' || event.verdict === 'failed' ? answers.again : answers.taken;
}

async function readAndJudge(
  deps: ModuleDeps,
  payment: PaymentRow,
  callback: IncomingCallback,
): Promise<{ tradeNo: string; result: Verdict }> {
  const { secretBox, clock, guardedFetch } = deps;
  const gateway = await loadGateway(payment.type);
  const account = toPaymentAccount(secretBox, payment);
  let facts: PaymentFacts | undefined;
  let result: Verdict;
  try {
    const context = { guardedFetch, clock, signal: callback.signal };
    const read = (currency: Currency) => gateway.readCallback(context, { ...account, currency }, callback);
    facts = await read(account.currency);
    result =
      facts === undefined
        ? { verdict: 'ignored', reason: '' }
        : await judge(deps, payment, facts, { ...callback, read, mustQuery: gateway.mustQuery });
  } catch (error) {
    result = verdictOfError(error);
    if (!(error instanceof CallbackRefused || error instanceof GatewayUnanswered))
      deps.log.error({ err: error, gateway: payment.id }, 'a payment callback could not be processed');
  }
  return { tradeNo: facts?.tradeNo ?? '', result };
}

function verdictOfError(error: unknown): Verdict {
  if (error instanceof CallbackRefused) return { verdict: 'refused', reason: error.message };
  if (error instanceof GatewayUnanswered) return { verdict: 'failed', reason: error.message };
  return { verdict: 'failed', reason: 'It could not be processed; the log of the gateway has the error.' };
}

interface Judged extends IncomingCallback {
  /** Reads the callback as one of an account with another currency. */
  read: (currency: Currency) => Promise<PaymentFacts | undefined>;
  mustQuery: boolean;
}

async function judge(
  deps: ModuleDeps,
  payment: PaymentRow,
  given: PaymentFacts,
  { read, mustQuery, ip, requestId, signal }: Judged,
): Promise<Verdict> {
  const order = await findOrder(deps.db, given.tradeNo);
  if (order === undefined) return { verdict: 'refused', reason: 'There is no such order.' };
  if (order.gateway_id !== payment.id)
    return { verdict: 'refused', reason: 'The order belongs to another gateway.' };
  // An order keeps its currency when that of the gateway changes. Some callbacks name none.
  const facts = order.currency === payment.currency ? given : await read(order.currency);
  if (facts === undefined) return { verdict: 'ignored', reason: '' };
  if (facts.state !== 'paid' || !mustQuery) return applyFacts(deps, order, facts, { ip, requestId });
  return confirmPaid(deps, payment, { order, facts, ip, requestId, signal });
}

/** Credits by the gateway's own answer. The callback must be right by itself, too. */
async function confirmPaid(
  deps: ModuleDeps,
  payment: PaymentRow,
  {
    order,
    facts,
    ip,
    requestId,
    signal,
  }: { order: OrderRow; facts: PaymentFacts; ip: string; requestId: string; signal: AbortSignal },
): Promise<Verdict> {
  const mismatch = mismatchOf(order, facts);
  if (mismatch !== undefined) return { verdict: 'refused', reason: mismatch };
  // A repetition says nothing new, and its question would cost the gateway as much as the first.
  const isRepeated = order.credited_at > 0 && order.gateway_no === facts.gatewayNo;
  if (isRepeated) return { verdict: 'known', reason: '' };
  const asked = await askAbout(deps, payment, order, signal);
  const isPaidBack = asked.state === 'refunded' || asked.state === 'disputed';
  if (asked.state !== 'paid' && !isPaidBack)
    return {
      verdict: 'refused',
      reason: `The gateway does not confirm the payment: ${asked.word || 'unknown'}`,
    };
  const gatewayNo = asked.gatewayNo || facts.gatewayNo;
  return applyFacts(deps, order, { ...asked, gatewayNo }, { ip, requestId });
}

/** The callback as administrators see it: no secrets, and no signature that proves anything to others. */
function contentOf(
  { secretBox }: Pick<ModuleDeps, 'secretBox'>,
  payment: PaymentRow,
  { method, query, body }: CallbackRequest,
): string {
  const text = `${method} ${query === '' ? '' : `?${query} `}${body.subarray(0, 8192).toString('utf8')}`;
  const unsigned = text.replace(/((?:^|[?&])sign=)[^&\s]*/g, `$1${REMOVED}`).slice(0, 4096);
  return removeValues(unsigned, Object.values(openSecrets(secretBox, payment)));
}
