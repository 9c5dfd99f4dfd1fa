import { randomBytes } from 'node:crypto';
import type { PageAnswer } from '../../http/page-answer.ts';
import { askGateway, memberText } from '../ask-gateway.ts';
import {
  GatewayUnanswered,
  type PageVisit,
  type PaymentAccount,
  type PaymentContext,
  type PaymentOrder,
} from '../payment-gateway.ts';
import { noticePage } from '../payment-page.ts';
import { readPrivateKey } from '../rsa-keys.ts';
import { wxPayBridgePage } from './wxpay-bridge-page.ts';
import { askWxPay, wxPayFault } from './wxpay-client.ts';
import { wxPayOrder } from './wxpay-order.ts';
import { wxPaySign } from './wxpay-signature.ts';

const AUTHORIZE = 'https://open.weixin.qq.com/connect/oauth2/authorize';
const ACCESS_TOKEN = 'https://api.weixin.qq.com/sns/oauth2/access_token';

/** The answers to a code that is none, from an account whose AppSecret is right: invalid, or used. */
const codeFaults: ReadonlySet<string> = new Set(['40029', '40163']);

export const isJsApi = ({ config }: PaymentAccount): boolean => config.pay_type === 'JSAPI';

/** The app that is paid in: with JSAPI the official account, which may be another one than the merchant's app. */
export const payAppIdOf = (account: PaymentAccount): string => {
  const { mp_app_id = '', app_id = '' } = account.config;
  return isJsApi(account) ? mp_app_id || app_id : app_id;
};

/** Proves the AppSecret by a code that WeChat does not know. @throws GatewayUnanswered */
export async function checkOfficialAccount(context: PaymentContext, account: PaymentAccount): Promise<void> {
  const answer = await askOfficialAccount(context, account, randomBytes(16).toString('hex'));
  if (!codeFaults.has(memberText(answer.errcode))) throw officialAccountFault(answer);
}

/**
 * The page that is opened in WeChat. WeChat sends the buyer back with a code for their openid, with which the payment is
 * created; the page then opens the dialog of WeChat.
 * @throws GatewayUnanswered
 */
export async function openWxPayPage(
  context: PaymentContext,
  account: PaymentAccount,
  order: PaymentOrder,
  { code, issueState, userAgent, language }: PageVisit,
): Promise<PageAnswer> {
  const { pageUrl, returnUrl } = order;
  if (!/MicroMessenger/i.test(userAgent))
    return noticePage({ language, text: 'openInWeChat', address: pageUrl, returnUrl });
  if (code === undefined) return { location: authorizeAddress(account, pageUrl, await issueState()) };
  const openid = await fetchOpenId(context, account, code);
  const prepayId = await createPayment(context, account, { order, openid });
  return wxPayBridgePage({ language, request: bridgeRequest(context, account, prepayId), returnUrl });
}

/** WeChat compares the parameters in this order. `snsapi_base` asks the buyer nothing. */
function authorizeAddress(account: PaymentAccount, redirect_uri: string, state: string): string {
  const query = new URLSearchParams({
    ...{ appid: payAppIdOf(account), redirect_uri, response_type: 'code', scope: 'snsapi_base', state },
  });
  return `${AUTHORIZE}?${query}#wechat_redirect`;
}

/** @throws GatewayUnanswered for a code that is used or of another account */
async function fetchOpenId(context: PaymentContext, account: PaymentAccount, code: string): Promise<string> {
  const answer = await askOfficialAccount(context, account, code);
  const openid = memberText(answer.openid);
  if (!/^[\w-]{1,128}$/.test(openid)) throw officialAccountFault(answer);
  return openid;
}

/** A fault has the status 200 and an `errcode`. */
async function askOfficialAccount(
  context: PaymentContext,
  account: PaymentAccount,
  code: string,
): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({
    ...{ appid: payAppIdOf(account), secret: account.config.mp_secret ?? '', code },
    grant_type: 'authorization_code',
  });
  const { status, object } = await askGateway(context, account, `${ACCESS_TOKEN}?${query}`, {
    method: 'GET',
    headers: { accept: 'application/json' },
  });
  if (status !== 200 || object === null)
    throw new GatewayUnanswered(`WeChat answered: ${object === null ? 'no JSON' : `status ${status}`}`);
  return object;
}

const officialAccountFault = ({ errmsg, errcode }: Record<string, unknown>): GatewayUnanswered =>
  new GatewayUnanswered(
    `WeChat answered: ${`${memberText(errmsg)} ${memberText(errcode)}`.trim().slice(0, 200) || 'no openid'}`,
  );

/** Repeatable for the same buyer. @returns the `prepay_id` */
async function createPayment(
  context: PaymentContext,
  account: PaymentAccount,
  { order, openid }: { order: PaymentOrder; openid: string },
): Promise<string> {
  const content = { ...wxPayOrder(order, account), appid: payAppIdOf(account), payer: { openid } };
  const path = '/v3/pay/transactions/jsapi';
  const reply = await askWxPay(context, account, { method: 'POST', path, content });
  if (reply.status !== 200) throw wxPayFault(reply);
  const prepayId = memberText(reply.object?.prepay_id);
  if (prepayId === '') throw new GatewayUnanswered('WeChat Pay sent no prepay_id.');
  return prepayId;
}

/** The members of `getBrandWCPayRequest`. */
function bridgeRequest({ clock }: PaymentContext, account: PaymentAccount, prepayId: string) {
  const appId = payAppIdOf(account);
  const timeStamp = String(clock.nowSeconds());
  const nonceStr = randomBytes(16).toString('hex');
  const packed = `prepay_id=${prepayId}`;
  const key = readPrivateKey(account.config.mch_private_key ?? '');
  const paySign = wxPaySign(key, appId, timeStamp, nonceStr, packed);
  return { appId, timeStamp, nonceStr, package: packed, signType: 'RSA', paySign };
}
