import { randomUUID } from 'node:crypto';
import { parseAmountText, toAmountText } from '@turnpike/contract';
import { memberText } from '../ask-gateway.ts';
import {
  CallbackRefused,
  type CallbackRequest,
  type CreatedPayment,
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type PaymentFacts,
  type PaymentGateway,
  type PaymentOrder,
  plainAnswer,
  type RefundOrder,
} from '../payment-gateway.ts';
import {
  type AlipayAnswer,
  alipayFault,
  askAlipay,
  beijingTime,
  isDone,
  signedAddress,
  subCode,
} from './alipay-client.ts';
import { isNoticeSigned, readAlipayKeys } from './alipay-keys.ts';
import { readAlipayStatement } from './alipay-statement.ts';

/** An order that nobody has scanned or opened does not exist at Alipay yet. */
const UNKNOWN_TRADE = 'ACQ.TRADE_NOT_EXIST';

/**
 * Alipay (支付宝): face to face by a code to scan, web page, and mobile page.
 * Source: docs/reference/payments.md, "Alipay".
 */
export const alipayGateway: PaymentGateway = {
  type: 'alipay',
  mustQuery: true,
  merchantOf,
  async check(context, account) {
    const content = { out_trade_no: randomUUID().replaceAll('-', '') };
    const answer = await askAlipay(context, account, 'alipay.trade.query', { content });
    if (!isDone(answer) && subCode(answer) !== UNKNOWN_TRADE) throw alipayFault(answer);
  },
  async create(context, account, order) {
    const { notifyUrl: notify_url, returnUrl: return_url } = order;
    const page = pages[account.config.pay_type ?? ''];
    const content = contentOf(order, account, page?.product_code);
    if (page !== undefined) {
      const parameters = { content, notify_url, return_url };
      return opened(account, {
        kind: 'link',
        url: signedAddress(context, account, page.method, parameters),
      });
    }
    const answer = await askAlipay(context, account, 'alipay.trade.precreate', { content, notify_url });
    if (!isDone(answer)) throw alipayFault(answer);
    const text = memberText(answer.qr_code);
    if (text === '') throw new GatewayUnanswered('Alipay sent no code to scan.');
    return opened(account, { kind: 'qr', text });
  },
  async readCallback(_, account, request) {
    const notice = noticeOf(request);
    // The message may name an algorithm that is no longer safe.
    if (notice.sign_type !== 'RSA2') throw new CallbackRefused('The signature is not of the kind RSA2.');
    if (!isNoticeSigned(notice, readAlipayKeys(account)))
      throw new CallbackRefused('The signature is wrong.');
    const { seller_id = '' } = account.config;
    if (seller_id !== '' && notice.seller_id !== seller_id)
      throw new CallbackRefused('The payment went to another seller.');
    // The notification of a refund has the state of the payment, TRADE_SUCCESS for a part and TRADE_CLOSED for all.
    if (isRefund(notice) && !isWholeRefund(notice, account)) return undefined;
    return factsOf(notice, account, memberText(notice.app_id));
  },
  async query(context, account, { tradeNo }) {
    const content = { out_trade_no: tradeNo };
    const answer = await askAlipay(context, account, 'alipay.trade.query', { content });
    const merchant = merchantOf(account);
    if (isDone(answer)) return factsOf(answer, account, merchant);
    if (subCode(answer) !== UNKNOWN_TRADE) throw alipayFault(answer);
    const { currency } = account;
    return { tradeNo, gatewayNo: '', minor: null, currency, merchant, state: 'waiting', word: UNKNOWN_TRADE };
  },
  async close(context, account, { tradeNo }) {
    const content = { out_trade_no: tradeNo };
    const answer = await askAlipay(context, account, 'alipay.trade.close', { content });
    if (!isDone(answer) && subCode(answer) !== UNKNOWN_TRADE) throw alipayFault(answer);
  },
  async findRefund(context, account, refund) {
    const found = await askForRefund(context, account, refund);
    if (!isDone(found)) throw alipayFault(found);
    return hasPaidBack(found) ? 'done' : 'absent';
  },
  async refund(context, account, refund) {
    const { tradeNo, requestNo, minor, currency, reason } = refund;
    const content = {
      out_trade_no: tradeNo,
      out_request_no: requestNo,
      refund_amount: toAmountText(minor, currency),
      ...(reason !== '' && { refund_reason: reason.slice(0, 200) }),
    };
    const answer = await askAlipay(context, account, 'alipay.trade.refund', { content });
    if (isDone(answer) && memberText(answer.fund_change) === 'Y') return 'done';
    // A repeat moves no money, or is refused; the question shows whether the first one did.
    if (hasPaidBack(await askForRefund(context, account, refund))) return 'done';
    throw isDone(answer)
      ? new GatewayUnanswered('Alipay has not confirmed the refund.')
      : alipayFault(answer);
  },
  statement: readAlipayStatement,
  answers: { taken: plainAnswer(200, 'success'), again: plainAnswer(200, 'fail') },
};

function merchantOf({ config }: PaymentAccount): string {
  return config.app_id ?? '';
}

const askForRefund = (
  context: PaymentContext,
  account: PaymentAccount,
  { tradeNo, requestNo }: RefundOrder,
): Promise<AlipayAnswer> => {
  const content = { out_trade_no: tradeNo, out_request_no: requestNo };
  return askAlipay(context, account, 'alipay.trade.fastpay.refund.query', { content });
};

/** A success without a state says that there is no such refund. */
const hasPaidBack = (answer: AlipayAnswer): boolean =>
  isDone(answer) && memberText(answer.refund_status) === 'REFUND_SUCCESS';

const pages: Readonly<Record<string, { method: string; product_code: string }>> = {
  pagepay: { method: 'alipay.trade.page.pay', product_code: 'FAST_INSTANT_TRADE_PAY' },
  wappay: { method: 'alipay.trade.wap.pay', product_code: 'QUICK_WAP_WAY' },
};

const contentOf = (
  { tradeNo, minor, subject, expiresAtSeconds }: PaymentOrder,
  { currency }: PaymentAccount,
  product_code: string | undefined,
) => ({
  out_trade_no: tradeNo,
  total_amount: toAmountText(minor, currency),
  subject,
  time_expire: beijingTime(expiresAtSeconds),
  ...(product_code !== undefined && { product_code }),
});

const opened = (account: PaymentAccount, page: CreatedPayment['page']): CreatedPayment => ({
  page,
  gatewayNo: '',
  merchant: merchantOf(account),
});

/** @param members of a notification or an answer; the amount is the price, coupons do not lower it */
function factsOf(
  members: AlipayAnswer,
  { currency }: Pick<PaymentAccount, 'currency'>,
  merchant: string,
): PaymentFacts {
  const word = memberText(members.trade_status);
  return {
    tradeNo: memberText(members.out_trade_no),
    gatewayNo: memberText(members.trade_no),
    minor: parseAmountText(memberText(members.total_amount), currency) ?? null,
    currency,
    merchant,
    state: stateOf(word, isRefund(members)),
    word,
  };
}

const isRefund = ({ refund_fee, gmt_refund }: AlipayAnswer): boolean =>
  /[1-9]/.test(memberText(refund_fee)) || memberText(gmt_refund) !== '';

/** `refund_fee` has the sum of all refunds. */
function isWholeRefund(
  { refund_fee, total_amount }: AlipayAnswer,
  { currency }: Pick<PaymentAccount, 'currency'>,
): boolean {
  const [refunded, total] = [refund_fee, total_amount].map((one) =>
    parseAmountText(memberText(one), currency),
  );
  return refunded !== undefined && total !== undefined && refunded >= total;
}

function stateOf(word: string, isPaidBack: boolean): PaymentFacts['state'] {
  if (isPaidBack) return 'refunded';
  if (word === 'TRADE_SUCCESS' || word === 'TRADE_FINISHED') return 'paid';
  return word === 'TRADE_CLOSED' ? 'closed' : 'waiting';
}

function noticeOf({ method, body }: CallbackRequest): Record<string, string> {
  if (method !== 'POST') throw new CallbackRefused('A notification is a POST.');
  const notice: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    if (Object.hasOwn(notice, name))
      throw new CallbackRefused(`The parameter ${name.slice(0, 40)} occurs twice.`);
    notice[name] = value;
  }
  return notice;
}
