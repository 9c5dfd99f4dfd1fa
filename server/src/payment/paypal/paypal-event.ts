import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { askGateway, memberText } from '../ask-gateway.ts';
import {
  CallbackRefused,
  type CallbackRequest,
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
} from '../payment-gateway.ts';
import { type Members, membersOf } from './paypal-client.ts';

/** Proves an event by PayPal's certificate and reads it. @throws CallbackRefused, GatewayUnanswered */
export async function readPayPalEvent(
  context: PaymentContext,
  account: PaymentAccount,
  { method, headers, body }: CallbackRequest,
): Promise<{ type: string; resource: Members }> {
  const [id, time, algorithm, address, signature] = ['id', 'time', 'algo', 'cert', 'sig'].map((name) => {
    const value = headers[headerNames[name] ?? ''];
    return typeof value === 'string' ? value : '';
  });
  if (method !== 'POST' || !id || !time || !address || !signature)
    throw new CallbackRefused('It is no event of PayPal: the signature is missing.');
  if (algorithm !== 'SHA256withRSA') throw new CallbackRefused('The signature is of another kind.');
  if (!isPayPalCertificate(address, account))
    throw new CallbackRefused('The certificate is not at an address of PayPal.');
  const text = payPalText({ id, time, webhookId: account.config.webhook_id ?? '', body });
  const certificate = await certificateAt(context, address);
  const nowMs = context.clock.nowSeconds() * 1000;
  if (nowMs < Date.parse(certificate.validFrom) || nowMs > Date.parse(certificate.validTo))
    throw new CallbackRefused('The certificate is out of date.');
  if (!verify('sha256', Buffer.from(text), certificate.publicKey, Buffer.from(signature, 'base64')))
    throw new CallbackRefused('The signature is wrong.');
  try {
    const { event_type, resource } = membersOf(JSON.parse(body.toString('utf8')));
    return { type: memberText(event_type), resource: membersOf(resource) };
  } catch (cause) {
    throw new CallbackRefused('The event is not JSON.', { cause });
  }
}

const headerNames: Readonly<Record<string, string>> = {
  id: 'paypal-transmission-id',
  time: 'paypal-transmission-time',
  algo: 'paypal-auth-algo',
  cert: 'paypal-cert-url',
  sig: 'paypal-transmission-sig',
};

/** The text that is signed; the checksum is in decimal digits. */
export const payPalText = ({
  id,
  time,
  webhookId,
  body,
}: {
  id: string;
  time: string;
  webhookId: string;
  body: Buffer;
}): string => `${id}|${time}|${webhookId}|${crc32(body)}`;

/**
 * The sender names the address of the certificate. So it must be one of PayPal, or anyone could sign, and make us ask
 * any address.
 */
export function isPayPalCertificate(address: string, { sandbox }: Pick<PaymentAccount, 'sandbox'>): boolean {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.port !== '') return false;
  if (url.username !== '' || url.password !== '') return false;
  if (!url.pathname.startsWith('/v1/notifications/certs/')) return false;
  return sandbox ? url.hostname.endsWith('.sandbox.paypal.com') : liveHosts.has(url.hostname);
}

const liveHosts: ReadonlySet<string> = new Set(['api.paypal.com', 'api-m.paypal.com']);

const CACHE_SECONDS = 12 * 3600;
const MAX_CERTIFICATES = 20;
const certificates = new Map<string, { certificate: X509Certificate; untilSeconds: number }>();

async function certificateAt(context: PaymentContext, address: string): Promise<X509Certificate> {
  const nowSeconds = context.clock.nowSeconds();
  const known = certificates.get(address);
  if (known !== undefined && known.untilSeconds > nowSeconds) return known.certificate;
  const request = { method: 'GET', headers: {} } as const;
  const { status, text } = await askGateway(context, { allowPrivate: false }, address, request);
  if (status !== 200) throw new GatewayUnanswered(`PayPal answered the certificate with status ${status}.`);
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(text);
  } catch (cause) {
    throw new GatewayUnanswered('PayPal sent no certificate.', { cause });
  }
  if (certificates.size >= MAX_CERTIFICATES) certificates.clear();
  certificates.set(address, { certificate, untilSeconds: nowSeconds + CACHE_SECONDS });
  return certificate;
}
