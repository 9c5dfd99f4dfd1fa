import { parseAmountText, toAmountText } from '@turnpike/contract';
import { askGateway, formBody, type GatewayReply, memberText } from '../ask-gateway.ts';
import {
  CallbackRefused,
  type CallbackRequest,
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type PaymentFacts,
  type PaymentGateway,
  type PaymentOrder,
  plainAnswer,
} from '../payment-gateway.ts';
import { easyPaySign, easyPaySignRsa, isEasyPaySigned, isEasyPaySignedRsa } from './easypay-signature.ts';

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
    const { object } = isV2(account)
      ? await askV2(context, account, 'api/merchant/info', {})
      : await askV1(context, account, { act: 'query' });
    if (memberText(object?.code) !== goodCode(account)) throw unanswered(object);
  },
  async create(context, account, order) {
    const fields = isV2(account) ? formOfV2(account, order, context) : formOfV1(account, order);
    return {
      page: {
        kind: 'form',
        url: addressOf(account, isV2(account) ? 'api/pay/submit' : 'submit.php'),
        fields,
      },
      gatewayNo: '',
      merchant: account.config.partner_id ?? '',
    };
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
  async refund(context, account, { tradeNo, gatewayNo, requestNo, minor, currency }) {
    const money = toAmountText(minor, currency);
    const ask = (which: Record<string, string>) =>
      isV2(account)
        ? askV2(context, account, 'api/pay/refund', { ...which, money, out_refund_no: requestNo })
        : askV1(context, account, { act: 'refund', ...which, money });
    const { object } = await ask({ out_trade_no: tradeNo });
    if (memberText(object?.code) === goodCode(account)) return 'done';
    if (gatewayNo === '' || !/不存在|not ?found/i.test(memberText(object?.msg))) throw unanswered(object);
    const second = await ask({ trade_no: gatewayNo });
    if (memberText(second.object?.code) === goodCode(account)) return 'done';
    throw unanswered(second.object);
  },
  answers: { taken: plainAnswer(200, 'success'), again: plainAnswer(200, 'fail') },
};

const isV2 = ({ config }: PaymentAccount): boolean => config.version === 'v2';
const goodCode = (account: PaymentAccount): string => (isV2(account) ? '0' : '1');

/** Operators enter the address of a page of the gateway, too. */
function addressOf({ config }: PaymentAccount, path: string): string {
  const base = (config.pay_domain ?? '').replace(/\/(submit\.php|mapi\.php|api\.php)?\/*$/i, '');
  return `${base}/${path}`;
}

function formOfV1(account: PaymentAccount, order: PaymentOrder): Record<string, string> {
  const fields = orderFields(account, order);
  return { ...fields, sign: easyPaySign(fields, account.config.key ?? ''), sign_type: 'MD5' };
}

function formOfV2(
  account: PaymentAccount,
  order: PaymentOrder,
  { clock }: PaymentContext,
): Record<string, string> {
  const fields = { ...orderFields(account, order), timestamp: String(clock.nowSeconds()) };
  return { ...fields, sign: easyPaySignRsa(fields, account.config.private_key ?? ''), sign_type: 'RSA' };
}

function orderFields(
  { config, currency }: PaymentAccount,
  { tradeNo, minor, subject, notifyUrl, returnUrl }: PaymentOrder,
): Record<string, string> {
  const type = config.pay_type ?? '';
  return {
    pid: config.partner_id ?? '',
    ...(type !== '' && { type }),
    out_trade_no: tradeNo,
    notify_url: notifyUrl,
    return_url: returnUrl,
    name: subject,
    money: toAmountText(minor, currency),
  };
}

/** The key is sent in clear text, so the address has TLS unless it is in a private network. */
function askV1(
  context: PaymentContext,
  account: PaymentAccount,
  { act, ...rest }: Record<string, string>,
): Promise<GatewayReply> {
  const url = addressOf(account, `api.php?act=${act}`);
  if (!url.startsWith('https:') && !account.allowPrivate)
    throw new GatewayUnanswered('The address must begin with https, because the key is sent to it.');
  const { partner_id = '', key = '' } = account.config;
  return askGateway(context, account, url, formBody({ pid: partner_id, key, ...rest }));
}

async function askV2(
  context: PaymentContext,
  account: PaymentAccount,
  path: string,
  rest: Record<string, string>,
): Promise<GatewayReply> {
  const { config } = account;
  const fields = { pid: config.partner_id ?? '', ...rest, timestamp: String(context.clock.nowSeconds()) };
  const reply = await askGateway(
    context,
    account,
    addressOf(account, path),
    formBody({ ...fields, sign: easyPaySignRsa(fields, config.private_key ?? ''), sign_type: 'RSA' }),
  );
  if (memberText(reply.object?.code) !== '0') return reply;
  const signed = Object.fromEntries(
    Object.entries(reply.object ?? {}).map(([name, value]) => [name, memberText(value)]),
  );
  if (!isEasyPaySignedRsa(signed, config.public_key ?? ''))
    throw new GatewayUnanswered('The answer of the gateway has a wrong signature.');
  return reply;
}

const unanswered = (object: Record<string, unknown> | null): GatewayUnanswered =>
  new GatewayUnanswered(
    object === null
      ? 'The answer of the gateway is not JSON.'
      : `The gateway answered: ${memberText(object.msg).slice(0, 200) || `code ${memberText(object.code)}`}`,
    { isRefusal: memberText(object?.code) !== '' },
  );

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
  const isGood = memberText(object.code) === goodCode(account);
  return {
    tradeNo: isGood ? textOf('out_trade_no') || tradeNo : tradeNo,
    gatewayNo: textOf('trade_no'),
    minor: parseAmountText(textOf('money'), account.currency) ?? null,
    currency: account.currency,
    merchant: textOf('pid') || (account.config.partner_id ?? ''),
    state: isGood ? stateOf(word, textOf('trade_status') !== '') : 'waiting',
    word,
  };
}

function stateOf(word: string, isName: boolean): PaymentFacts['state'] {
  if (isName) return word === 'TRADE_SUCCESS' || word === 'TRADE_FINISHED' ? 'paid' : 'waiting';
  if (word === '1') return 'paid';
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
