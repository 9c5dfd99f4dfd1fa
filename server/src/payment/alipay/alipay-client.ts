import { askGateway, memberText } from '../ask-gateway.ts';
import { GatewayUnanswered, type PaymentAccount, type PaymentContext } from '../payment-gateway.ts';
import { isAnswerSigned, readAlipayKeys, signAlipay } from './alipay-keys.ts';

const address = ({ sandbox }: Pick<PaymentAccount, 'sandbox'>): string =>
  sandbox ? 'https://openapi-sandbox.dl.alipaydev.com/gateway.do' : 'https://openapi.alipay.com/gateway.do';

/** Members of a signed answer. */
export type AlipayAnswer = Readonly<Record<string, unknown>>;

/** Alipay reads and writes Beijing time, without a zone. */
export const beijingTime = (epochSeconds: number): string =>
  new Date((epochSeconds + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * A signed address of a method: a page for the buyer, or a call of ours.
 * @throws GatewayUnanswered for keys or certificates that are none
 */
export function signedAddress(
  { clock }: Pick<PaymentContext, 'clock'>,
  account: PaymentAccount,
  method: string,
  {
    content,
    notify_url,
    return_url,
  }: { content: object; notify_url?: string | undefined; return_url?: string | undefined },
): string {
  const keys = readAlipayKeys(account);
  const parameters = {
    ...{ app_id: account.config.app_id ?? '', method, format: 'JSON', charset: 'utf-8', version: '1.0' },
    ...{ sign_type: 'RSA2', timestamp: beijingTime(clock.nowSeconds()), ...keys.certificates },
    ...(notify_url !== undefined && { notify_url }),
    ...(return_url !== undefined && { return_url }),
    biz_content: JSON.stringify(content),
  };
  const query = new URLSearchParams({ ...parameters, sign: signAlipay(parameters, keys) });
  return `${address(account)}?${query}`;
}

/**
 * Calls a method. The answer is believed only with Alipay's signature.
 * @returns the answer, also one that reports a fault
 * @throws GatewayUnanswered
 */
export async function askAlipay(
  context: PaymentContext,
  account: PaymentAccount,
  method: string,
  parameters: { content: object; notify_url?: string },
): Promise<AlipayAnswer> {
  const url = signedAddress(context, account, method, parameters);
  const request = { method: 'GET', headers: { accept: 'application/json' } } as const;
  const { object, text } = await askGateway(context, account, url, request);
  const name = `${method.replaceAll('.', '_')}_response`;
  const answer = object?.[name] ?? object?.error_response;
  if (object === null || typeof answer !== 'object' || answer === null)
    throw new GatewayUnanswered('The answer is none of Alipay.');
  const members = answer as AlipayAnswer;
  const sign = memberText(object.sign);
  // Without a known app, Alipay cannot sign its answer.
  if (sign === '' || object[name] === undefined)
    throw new GatewayUnanswered(wordsOf(members) || 'The answer has no signature.');
  if (!isAnswerSigned(text, { name, sign }, readAlipayKeys(account)))
    throw new GatewayUnanswered('The answer has a wrong signature; check the public key of Alipay.');
  return members;
}

const wordsOf = (answer: AlipayAnswer): string => {
  const words = [answer.sub_msg ?? answer.msg, answer.sub_code ?? answer.code].map(memberText);
  return words
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, 200);
};

export const isDone = ({ code }: AlipayAnswer): boolean => memberText(code) === '10000';
export const subCode = (answer: AlipayAnswer): string => memberText(answer.sub_code);

/**
 * Faults of Alipay's side, limits of calls, and a number that was used with another amount leave open what Alipay did.
 * Source: https://opendocs.alipay.com/open/common/105806, and the codes of `alipay.trade.refund`.
 */
const isUnsure = (answer: AlipayAnswer): boolean =>
  /^(20000|40005|)$/.test(memberText(answer.code)) ||
  /SYSTEM_ERROR|unknow-error|call-limited|DISCORDANT_REPEAT_REQUEST/i.test(subCode(answer));

export const alipayFault = (answer: AlipayAnswer): GatewayUnanswered =>
  new GatewayUnanswered(`Alipay answered: ${wordsOf(answer)}`, { isRefusal: !isUnsure(answer) });
