import { randomUUID } from 'node:crypto';
import { memberText } from '../ask-gateway.ts';
import {
  type CallbackAnswer,
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentGateway,
} from '../payment-gateway.ts';
import { readPublicKey } from '../rsa-keys.ts';
import { askWxPay, wxPayFault } from './wxpay-client.ts';
import { checkOfficialAccount, isJsApi, openWxPayPage, payAppIdOf } from './wxpay-jsapi.ts';
import { type Members, readWxPayNotice, wxPayFacts } from './wxpay-notice.ts';
import { wxPayOrder } from './wxpay-order.ts';
import { findWxPayRefund, sendWxPayRefund, wxPayRefundFacts } from './wxpay-refund.ts';
import { readWxPayStatement } from './wxpay-statement.ts';

/**
 * WeChat Pay (微信支付), API version 3: Native by a code to scan, H5 for browsers of phones, and JSAPI on a page that is
 * opened in WeChat.
 * Source: docs/reference/payments.md, "WeChat Pay".
 */
export const wxPayGateway: PaymentGateway = {
  type: 'wxpay',
  mustQuery: true,
  merchantOf,
  async check(context, account) {
    const { public_key_id = '', public_key = '' } = account.config;
    if (public_key !== '') readPublicKey(public_key);
    if ((public_key === '') !== (public_key_id === ''))
      throw new GatewayUnanswered('The public key and its id belong together.');
    // Without a public key, it is the question for the certificates that proves the APIv3 key.
    const path =
      public_key === '' ? '/v3/certificates' : orderPath(account, randomUUID().replaceAll('-', ''));
    const reply = await askWxPay(context, account, { method: 'GET', path });
    if (reply.status !== 200 && !isUnknownOrder(reply.object)) throw wxPayFault(reply);
    if (isJsApi(account)) await checkOfficialAccount(context, account);
  },
  async create(context, account, order) {
    // WeChat Pay hears of the order when the buyer has opened its page.
    if (isJsApi(account))
      return {
        page: order.isPhone ? { kind: 'link', url: order.pageUrl } : { kind: 'qr', text: order.pageUrl },
        gatewayNo: '',
        merchant: merchantOf(account),
      };
    const isH5 = account.config.pay_type === 'H5';
    const path = `/v3/pay/transactions/${isH5 ? 'h5' : 'native'}`;
    const content = wxPayOrder(order, account);
    const scene_info = { payer_client_ip: order.payerIp, h5_info: { type: 'Wap' } };
    const reply = await askWxPay(context, account, {
      ...{ method: 'POST', path, content: isH5 ? { ...content, scene_info } : content },
    });
    if (reply.status !== 200) throw wxPayFault(reply);
    const address = memberText(reply.object?.[isH5 ? 'h5_url' : 'code_url']);
    if (address === '') throw new GatewayUnanswered('WeChat Pay sent no address to pay at.');
    return {
      page: isH5
        ? { kind: 'link', url: `${address}&redirect_url=${encodeURIComponent(order.returnUrl)}` }
        : { kind: 'qr', text: address },
      gatewayNo: '',
      merchant: merchantOf(account),
    };
  },
  async openPage(context, account, order, visit) {
    if (!isJsApi(account) || order.merchant !== merchantOf(account))
      throw new GatewayUnanswered('The account of the gateway has changed since the order was made.');
    return openWxPayPage(context, account, order, visit);
  },
  async readCallback(context, account, request) {
    const { event, resource } = await readWxPayNotice(context, account, request);
    if (event === 'TRANSACTION.SUCCESS') return wxPayFacts(resource(), account.currency);
    return wxPayRefundFacts(event, resource, account);
  },
  async query(context, account, { tradeNo, merchant }) {
    const path = orderPath(account, tradeNo);
    const reply = await askWxPay(context, account, { method: 'GET', path });
    if (reply.status === 200 && reply.object !== null) return wxPayFacts(reply.object, account.currency);
    if (!isUnknownOrder(reply.object)) throw wxPayFault(reply);
    // A JSAPI order is unknown until its page is opened.
    return {
      ...{ tradeNo, gatewayNo: '', minor: null, currency: account.currency, merchant },
      ...{ state: 'waiting', word: memberText(reply.object?.code) },
    };
  },
  async close(context, account, { tradeNo }) {
    const path = `/v3/pay/transactions/out-trade-no/${tradeNo}/close`;
    const content = { mchid: account.config.mch_id };
    const reply = await askWxPay(context, account, { method: 'POST', path, content });
    if (reply.status !== 204 && !isUnknownOrder(reply.object)) throw wxPayFault(reply);
  },
  findRefund: findWxPayRefund,
  refund: sendWxPayRefund,
  statement: readWxPayStatement,
  answers: { taken: codeAnswer(200, 'SUCCESS'), again: codeAnswer(401, 'FAIL') },
};

function merchantOf(account: PaymentAccount): string {
  return `${account.config.mch_id ?? ''} ${payAppIdOf(account)}`;
}

/** WeChat Pay looks at the status alone. */
function codeAnswer(status: number, code: string): CallbackAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify({ code, message: code }) };
}

const orderPath = ({ config }: PaymentAccount, tradeNo: string): string =>
  `/v3/pay/transactions/out-trade-no/${tradeNo}?mchid=${encodeURIComponent(config.mch_id ?? '')}`;

const isUnknownOrder = (object: Members | null): boolean =>
  /^(ORDER_NOT_EXIST|ORDERNOTEXIST)$/.test(memberText(object?.code));
