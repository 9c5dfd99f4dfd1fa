import { toAmountText } from '@turnpike/contract';
import { askGateway, formBody, type GatewayReply, memberText } from '../ask-gateway.ts';
import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type PaymentOrder,
  type PaymentPage,
} from '../payment-gateway.ts';
import { addressOf, askV2, goodCode, isV2, unanswered } from './easypay-client.ts';
import { easyPaySign, easyPaySignRsa } from './easypay-signature.ts';

type Fields = Record<string, string>;

/** Whether orders are made by a call of this server, not by the buyer's browser. */
export const isByServer = ({ config }: PaymentAccount): boolean => config.order_mode === 'server';

/** The signed form that the buyer's browser sends. */
export const formOf = (
  { clock }: PaymentContext,
  account: PaymentAccount,
  order: PaymentOrder,
): PaymentPage => {
  const fields = orderFields(account, order);
  const url = addressOf(account, isV2(account) ? 'api/pay/submit' : 'submit.php');
  if (!isV2(account)) return { kind: 'form', url, fields: signedV1(account, fields) };
  const timed = { ...fields, timestamp: String(clock.nowSeconds()) };
  const sign = easyPaySignRsa(timed, account.config.private_key ?? '');
  return { kind: 'form', url, fields: { ...timed, sign, sign_type: 'RSA' } };
};

/**
 * Makes an order by a call. The gateway's number in the answer is not kept: the question for the payment has it.
 * @throws GatewayUnanswered, also for an answer that this site cannot show
 */
export async function createByServer(
  context: PaymentContext,
  account: PaymentAccount,
  order: PaymentOrder,
): Promise<PaymentPage> {
  const device = order.isPhone ? 'mobile' : 'pc';
  const fields = { ...orderFields(account, order), clientip: order.payerIp, device };
  // A phone needs an address to open; `web` may answer a code to scan.
  const method = order.isPhone ? 'jump' : 'web';
  const reply = isV2(account)
    ? await askV2(context, account, 'api/pay/create', { ...fields, method })
    : await askMapi(context, account, fields);
  if (memberText(reply.object?.code) !== goodCode(account)) throw unanswered(reply.object);
  return isV2(account) ? pageOfV2(account, reply) : pageOfV1(account, reply);
}

/** Signed like the form; the key is not sent. */
const askMapi = (context: PaymentContext, account: PaymentAccount, fields: Fields): Promise<GatewayReply> =>
  askGateway(context, account, addressOf(account, 'mapi.php'), formBody(signedV1(account, fields)));

const signedV1 = ({ config }: PaymentAccount, fields: Fields): Fields => ({
  ...fields,
  ...{ sign: easyPaySign(fields, config.key ?? ''), sign_type: 'MD5' },
});

function orderFields(
  { config, currency }: PaymentAccount,
  { tradeNo, minor, subject, notifyUrl, returnUrl }: PaymentOrder,
): Fields {
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

function pageOfV1(account: PaymentAccount, { object }: GatewayReply): PaymentPage {
  const { payurl, qrcode, urlscheme } = object ?? {};
  const address = memberText(payurl);
  if (address !== '') return linkOf(account, address);
  return codeOf(account, memberText(qrcode) || memberText(urlscheme));
}

function pageOfV2(account: PaymentAccount, { object }: GatewayReply): PaymentPage {
  const { pay_type, pay_info } = object ?? {};
  const [kind, info] = [memberText(pay_type), memberText(pay_info)];
  switch (kind) {
    case 'jump':
      return linkOf(account, info);
    case 'qrcode':
    case 'urlscheme':
      return codeOf(account, info);
    case 'html':
      // In a page of this site, foreign HTML would run as this site.
      throw new GatewayUnanswered(
        'The gateway answered HTML, which is not shown. Order by its page instead.',
      );
    default:
      throw new GatewayUnanswered(
        `The gateway answered a ${kind.slice(0, 20) || 'payment'} that a browser cannot open.`,
      );
  }
}

/** An address to open. An app's address is shown as a code, which phones can open, too. */
function linkOf(account: PaymentAccount, text: string): PaymentPage {
  const address = resolve(account, text);
  return /^https?:\/\//i.test(address) ? { kind: 'link', url: address } : codeOf(account, text);
}

/** @throws GatewayUnanswered for an empty text */
function codeOf(account: PaymentAccount, text: string): PaymentPage {
  if (text === '') throw new GatewayUnanswered('The gateway sent no address to pay at.');
  if (text.length > MAX_CODE) throw new GatewayUnanswered('The payment code of the gateway is too long.');
  return { kind: 'qr', text: resolve(account, text) };
}

/** A QR code of level M has room for some more. */
const MAX_CODE = 2000;

/** Paths are those of the gateway. Addresses of apps, such as `weixin://`, and plain tokens stay as they are. */
function resolve(account: PaymentAccount, text: string): string {
  if (!/^\.{0,2}\//.test(text)) return text;
  return URL.parse(text, addressOf(account, ''))?.href ?? text;
}
