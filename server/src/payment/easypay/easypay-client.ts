import { askGateway, formBody, type GatewayReply, memberText } from '../ask-gateway.ts';
import { GatewayUnanswered, type PaymentAccount, type PaymentContext } from '../payment-gateway.ts';
import { easyPaySignRsa, isEasyPaySignedRsa } from './easypay-signature.ts';

export const isV2 = ({ config }: PaymentAccount): boolean => config.version === 'v2';
export const goodCode = (account: PaymentAccount): string => (isV2(account) ? '0' : '1');

/** Operators enter the address of a page of the gateway, too. */
export function addressOf({ config }: PaymentAccount, path: string): string {
  const base = (config.pay_domain ?? '').replace(/\/(submit\.php|mapi\.php|api\.php)?\/*$/i, '');
  return `${base}/${path}`;
}

/** The key is sent in clear text, so the address has TLS unless it is in a private network. */
export function askV1(
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

export async function askV2(
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
    Object.entries(reply.object ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : memberText(value),
    ]),
  );
  if (!isEasyPaySignedRsa(signed, config.public_key ?? ''))
    throw new GatewayUnanswered('The answer of the gateway has a wrong signature.');
  return reply;
}

/** Why an answer is no success. */
export const unanswered = (object: Record<string, unknown> | null): GatewayUnanswered =>
  new GatewayUnanswered(
    object === null
      ? 'The answer of the gateway is not JSON.'
      : `The gateway answered: ${memberText(object.msg).slice(0, 200) || `code ${memberText(object.code)}`}`,
    { isRefusal: memberText(object?.code) !== '' },
  );

/** Words of an answer that leaves open what was done: all failures have the same code. */
const UNSURE = new RegExp(
  [
    ...['维护', '繁忙', '频繁', '稍后', '稍候', '超时', '重试', '异常', '处理中', '未知', '网络', '系统错误'],
    ...['重复', '已存在', 'busy', 'time-?out', 'timed out', 'maintenance', 'try again', 'too many'],
    ...['system.?error', 'unknow', 'in progress', 'duplicate'],
  ].join('|'),
  'i',
);

/** Why a refund is no success. It is a refusal only if the words give a reason for which nothing was done. */
export function refundFault({ status, object }: GatewayReply): GatewayUnanswered {
  const { message } = unanswered(object);
  const words = memberText(object?.msg);
  const isAnswered = status < 500 && status !== 409 && status !== 429 && memberText(object?.code) !== '';
  return new GatewayUnanswered(message, { isRefusal: isAnswered && words !== '' && !UNSURE.test(words) });
}
