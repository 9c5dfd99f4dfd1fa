import type { AlipaySdk } from 'alipay-sdk';
import { askGateway, memberText } from '../ask-gateway.ts';
import { GatewayUnanswered, type PaymentAccount, type PaymentContext } from '../payment-gateway.ts';
import { readPrivateKey, readPublicKey } from '../rsa-keys.ts';

const address = ({ sandbox }: Pick<PaymentAccount, 'sandbox'>): string =>
  sandbox ? 'https://openapi-sandbox.dl.alipaydev.com/gateway.do' : 'https://openapi.alipay.com/gateway.do';

/** Members of a signed answer. */
export type AlipayAnswer = Readonly<Record<string, unknown>>;

/**
 * The vendor's library, for signing and checking only: it sends nothing.
 * @throws GatewayUnanswered for keys or certificates that are none
 */
export async function openAlipay(account: PaymentAccount): Promise<AlipaySdk> {
  const { AlipaySdk: Sdk } = await import('alipay-sdk');
  const { config } = account;
  const own = {
    appId: config.app_id ?? '',
    privateKey: readPrivateKey(config.private_key ?? '')
      .export({ type: 'pkcs8', format: 'pem' })
      .toString()
      .trim(),
    keyType: 'PKCS8',
    signType: 'RSA2',
    gateway: address(account),
  } as const;
  if (config.key_mode !== 'certificate') {
    const key = readPublicKey(config.public_key ?? '').export({ type: 'spki', format: 'pem' });
    return new Sdk({ ...own, alipayPublicKey: key.toString().trim() });
  }
  try {
    return new Sdk({
      ...own,
      appCertContent: config.app_certificate ?? '',
      alipayPublicCertContent: config.alipay_certificate ?? '',
      alipayRootCertContent: config.root_certificate ?? '',
    });
  } catch (cause) {
    throw new GatewayUnanswered('A certificate is not readable.', { cause });
  }
}

/** Alipay reads and writes Beijing time, without a zone. */
export const beijingTime = (epochSeconds: number): string =>
  new Date((epochSeconds + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** A signed address of a method: a page for the buyer, or a call of ours. */
export async function signedAddress(
  { clock }: Pick<PaymentContext, 'clock'>,
  account: PaymentAccount,
  method: string,
  {
    content,
    notify_url,
    return_url,
  }: { content: object; notify_url?: string | undefined; return_url?: string | undefined },
): Promise<string> {
  const sdk = await openAlipay(account);
  return sdk.pageExec(method, {
    method: 'GET',
    timestamp: beijingTime(clock.nowSeconds()),
    ...(notify_url !== undefined && { notify_url }),
    ...(return_url !== undefined && { return_url }),
    bizContent: content,
  });
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
  const url = await signedAddress(context, account, method, parameters);
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
  const sdk = await openAlipay(account);
  try {
    sdk.checkResponseSign(text, name, sign, '');
  } catch (cause) {
    throw new GatewayUnanswered('The answer has a wrong signature; check the public key of Alipay.', {
      cause,
    });
  }
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

/** Codes of faults on the side of Alipay; it may have done the work. */
const isUnsure = (answer: AlipayAnswer): boolean =>
  memberText(answer.code) === '20000' || /SYSTEM_ERROR|unknow-error/i.test(subCode(answer));

export const alipayFault = (answer: AlipayAnswer): GatewayUnanswered =>
  new GatewayUnanswered(`Alipay answered: ${wordsOf(answer)}`, { isRefusal: !isUnsure(answer) });
