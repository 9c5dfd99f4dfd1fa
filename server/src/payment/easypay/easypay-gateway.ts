import { parseAmountText } from '@turnpike/contract';
import { memberText } from '../ask-gateway.ts';
import {
  CallbackRefused,
  type CallbackRequest,
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentFacts,
  type PaymentGateway,
  plainAnswer,
} from '../payment-gateway.ts';
import { askV1, askV2, goodCode, isV2, unanswered } from './easypay-client.ts';
import { createByServer, formOf, isByServer } from './easypay-order.ts';
import { findEasyPayRefund, sendEasyPayRefund } from './easypay-refund.ts';
import { isEasyPaySigned, isEasyPaySignedRsa } from './easypay-signature.ts';

/**
 * EasyPay (易支付), versions 1 and 2, and its clones. Version 1 signs with MD5 and answers `code: 1` for success;
 * version 2 signs with RSA, answers `code: 0` and signs its answers.
 *
 * The signed form of version 1 goes through the buyer's browser, and its values are not escaped in the signed text. So
 * a part of `return_url` could be replayed as parameters of a notification. Three things prevent it: addresses and name
 * have no `&` and `=`, other parameters than those of a notification are refused, and the gateway is asked.
 * Source: docs/reference/payments.md, "EasyPay".
 */
export const easyPayGateway: PaymentGateway = {
  type: 'epay',
  mustQuery: true,
  merchantOf: ({ config }) => config.partner_id ?? '',
  async check(context, account) {
    if (isByServer(account) && (account.config.pay_type ?? '') === '')
      throw new GatewayUnanswered('Orders by the server need a payment method.');
    const { object } = isV2(account)
      ? await askV2(context, account, 'api/merchant/info', {})
      : await askV1(context, account, { act: 'query' });
    if (memberText(object?.code) !== goodCode(account)) throw unanswered(object);
  },
  async create(context, account, order) {
    const page = isByServer(account)
      ? await createByServer(context, account, order)
      : formOf(context, account, order);
    return { page, gatewayNo: '', merchant: account.config.partner_id ?? '' };
  },
  async readCallback({ clock }, account, request) {
    const parameters = notificationOf(request);
    if (isV2(account)) assertFresh(parameters, clock.nowSeconds());
    const isSigned = isV2(account)
      ? isEasyPaySignedRsa(parameters, account.config.public_key ?? '')
      : isEasyPaySigned(parameters, account.config.key ?? '');
    if (!isSigned) throw new CallbackRefused('The signature is wrong.');
    if ((parameters.trade_no ?? '') === '') throw new CallbackRefused('trade_no is empty.');
    return {
      tradeNo: parameters.out_trade_no ?? '',
      gatewayNo: parameters.trade_no ?? '',
      minor: parseAmountText(parameters.money ?? '', account.currency) ?? null,
      currency: account.currency,
      merchant: parameters.pid ?? '',
      state: parameters.trade_status === 'TRADE_SUCCESS' ? 'paid' : 'waiting',
      word: parameters.trade_status ?? '',
    };
  },
  async query(context, account, { tradeNo }) {
    const { object } = isV2(account)
      ? await askV2(context, account, 'api/pay/query', { out_trade_no: tradeNo })
      : await askV1(context, account, { act: 'order', out_trade_no: tradeNo });
    return factsOf(object, account, tradeNo);
  },
  // Version 1 has no number of a refund.
  isRefundRepeatable: (account) => isV2(account),
  findRefund: findEasyPayRefund,
  refund: sendEasyPayRefund,
  answers: { taken: plainAnswer(200, 'success'), again: plainAnswer(200, 'fail') },
};

/**
 * Clones have their members inside of `data`. A `trade_status` decides alone where there is one; a missing member and
 * an unknown order mean "waiting".
 */
function factsOf(
  object: Record<string, unknown> | null,
  account: PaymentAccount,
  tradeNo: string,
): PaymentFacts {
  if (object === null) throw unanswered(object);
  const { data } = object;
  const inner = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : object;
  const textOf = (name: string): string => memberText(inner[name]) || memberText(object[name]);
  const word = textOf('trade_status') || textOf('status');
  const minor = parseAmountText(textOf('money'), account.currency) ?? null;
  const refunded = parseAmountText(textOf('refundmoney'), account.currency);
  const isGood = memberText(object.code) === goodCode(account);
  const isPart = minor !== null && refunded !== undefined && refunded > 0 && refunded < minor;
  return {
    tradeNo: isGood ? textOf('out_trade_no') || tradeNo : tradeNo,
    gatewayNo: textOf('trade_no'),
    minor,
    currency: account.currency,
    merchant: textOf('pid') || (account.config.partner_id ?? ''),
    state: isGood ? stateOf(word, { isName: textOf('trade_status') !== '', isPart }) : 'waiting',
    word,
  };
}

/** @param of `isName`: the word is one; `isPart`: a part of the money was paid back */
function stateOf(
  word: string,
  { isName, isPart }: { isName: boolean; isPart: boolean },
): PaymentFacts['state'] {
  if (isName) return word === 'TRADE_SUCCESS' || word === 'TRADE_FINISHED' ? 'paid' : 'waiting';
  if (word === '1' || (word === '2' && isPart)) return 'paid';
  return word === '2' ? 'refunded' : 'waiting';
}

/** Parameters of a notification, nothing else. */
const notified: ReadonlySet<string> = new Set([
  ...[
    'pid',
    'trade_no',
    'out_trade_no',
    'type',
    'name',
    'money',
    'trade_status',
    'param',
    'sign',
    'sign_type',
  ],
  ...['addtime', 'endtime', 'buyer', 'timestamp', 'api_trade_no'],
]);

function notificationOf({ method, query, body }: CallbackRequest): Record<string, string> {
  const text = method === 'POST' && body.length > 0 ? body.toString('utf8') : query;
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (!notified.has(name))
      throw new CallbackRefused(`A notification has no parameter ${name.slice(0, 40)}.`);
    if (Object.hasOwn(parameters, name)) throw new CallbackRefused(`The parameter ${name} occurs twice.`);
    parameters[name] = value;
  }
  return parameters;
}

const MAX_CLOCK_SECONDS = 300;

function assertFresh({ timestamp = '' }: Record<string, string>, nowSeconds: number): void {
  const isNear =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - nowSeconds) <= MAX_CLOCK_SECONDS;
  if (!isNear) throw new CallbackRefused('The timestamp is more than five minutes off.');
}
