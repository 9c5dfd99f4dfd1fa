import { createHash, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import type { OutgoingRequest } from '../../platform/net/guarded-fetch.ts';
import { askGateway, downloadFile, type GatewayReply, memberText } from '../ask-gateway.ts';
import { GatewayUnanswered, type PaymentAccount, type PaymentContext } from '../payment-gateway.ts';
import { readPrivateKey, readPublicKey } from '../rsa-keys.ts';
import {
  isFresh,
  isWxPaySigned,
  openWxPayResource,
  type WxPayProof,
  wxPayAuthorization,
  wxPayProofOf,
} from './wxpay-signature.ts';

const BASE = 'https://api.mch.weixin.qq.com';

export interface WxPayRequest {
  method: 'GET' | 'POST';
  /** With its query. */
  path: string;
  content?: object;
}

/**
 * Calls WeChat Pay. A success is believed only with a signature; faults may have none, but no wrong one.
 * @throws GatewayUnanswered
 */
export async function askWxPay(
  context: PaymentContext,
  account: PaymentAccount,
  request: WxPayRequest,
): Promise<GatewayReply> {
  const reply = await send(context, account, request);
  const proof = wxPayProofOf(reply.headers);
  if (proof === undefined) {
    if (reply.status >= 300) return reply;
    throw new GatewayUnanswered('The answer of WeChat Pay has no signature.');
  }
  const fault = await proofFault(context, account, proof, reply.text);
  if (fault !== undefined) throw new GatewayUnanswered(`The answer of WeChat Pay is not proven: ${fault}`);
  return reply;
}

/** Why a message is not one of WeChat Pay; undefined where it is. @throws GatewayUnanswered without its keys */
export async function proofFault(
  context: PaymentContext,
  account: PaymentAccount,
  proof: WxPayProof,
  body: string | Buffer,
): Promise<string | undefined> {
  if (!isFresh(proof, context.clock.nowSeconds())) return 'The timestamp is more than five minutes off.';
  const key = await platformKey(context, account, proof.serial);
  if (key === undefined) return `No key has the number ${proof.serial.slice(0, 80)}.`;
  return isWxPaySigned(proof, body, key) ? undefined : 'The signature is wrong.';
}

/** Faults of WeChat Pay's side, limits of calls, and answers that are none of its own leave open what it did. */
export const wxPayFault = ({ status, object }: GatewayReply): GatewayUnanswered => {
  const words = [object?.message, object?.code].map(memberText).filter((word) => word !== '');
  const isOwn = memberText(object?.code) !== '';
  const isRefusal = isOwn && status >= 400 && status < 500 && status !== 409 && status !== 429;
  return new GatewayUnanswered(
    `WeChat Pay answered: ${words.join(' ').slice(0, 200) || `status ${status}`}`,
    { isRefusal },
  );
};

/**
 * Downloads a file whose address an answer of WeChat Pay had. The file has no signature; the answer has its hash.
 * @throws GatewayUnanswered, also for an address at another host: the request is signed
 */
export async function downloadFromWxPay(
  context: PaymentContext,
  account: PaymentAccount,
  address: string,
): Promise<Buffer> {
  const path = address.startsWith(`${BASE}/`) ? address.slice(BASE.length) : undefined;
  if (path === undefined) throw new GatewayUnanswered('The address of the file is none of WeChat Pay.');
  return downloadFile(
    context,
    account,
    BASE + path,
    signedRequest(context, account, { method: 'GET', path }),
  );
}

const send = (
  context: PaymentContext,
  account: PaymentAccount,
  request: WxPayRequest,
): Promise<GatewayReply> =>
  askGateway(context, account, BASE + request.path, signedRequest(context, account, request));

function signedRequest(
  { clock }: Pick<PaymentContext, 'clock'>,
  account: PaymentAccount,
  { method, path, content }: WxPayRequest,
): OutgoingRequest {
  const { config } = account;
  const body = content === undefined ? '' : JSON.stringify(content);
  const signer = {
    mchId: config.mch_id ?? '',
    serialNo: (config.mch_certificate_serial_number ?? '').replaceAll(':', '').toUpperCase(),
    privateKey: readPrivateKey(config.mch_private_key ?? ''),
  };
  const timestamp = clock.nowSeconds();
  const nonce = randomBytes(16).toString('hex');
  return {
    method,
    headers: {
      accept: 'application/json',
      authorization: wxPayAuthorization(signer, { method, path, body, timestamp, nonce }),
      // The answer is then signed with this key, also while the merchant still has certificates.
      ...(hasPublicKey(account) && { 'wechatpay-serial': config.public_key_id ?? '' }),
      ...(body !== '' && { 'content-type': 'application/json' }),
    },
    body: body === '' ? undefined : body,
  };
}

const hasPublicKey = ({ config }: PaymentAccount): boolean =>
  (config.public_key_id ?? '') !== '' && (config.public_key ?? '') !== '';

/** While a merchant changes from certificates to a public key, messages are signed with either. */
async function platformKey(
  context: PaymentContext,
  account: PaymentAccount,
  serial: string,
): Promise<KeyObject | undefined> {
  const { public_key_id, public_key = '' } = account.config;
  if (hasPublicKey(account) && serial === public_key_id) return readPublicKey(public_key);
  return certificateKey(context, account, serial);
}

type Keys = ReadonlyMap<string, KeyObject>;

const CACHE_SECONDS = 12 * 3600;
/** An unknown number makes us ask again, but forged messages not more often than this. */
const RETRY_SECONDS = 60;
const MAX_MERCHANTS = 100;
const certificates = new Map<string, { keys: Promise<Keys>; askedAtSeconds: number }>();

async function certificateKey(
  context: PaymentContext,
  account: PaymentAccount,
  serial: string,
): Promise<KeyObject | undefined> {
  const { mch_id, mch_apiv3_key } = account.config;
  const name = createHash('sha256').update(`${mch_id}\n${mch_apiv3_key}`).digest('hex');
  const nowSeconds = context.clock.nowSeconds();
  const known = certificates.get(name);
  // Older than any, if the clock was set back.
  const ageSeconds = agoOf(known?.askedAtSeconds ?? Number.NEGATIVE_INFINITY, nowSeconds);
  if (known !== undefined && ageSeconds < RETRY_SECONDS) return (await known.keys).get(serial);
  const old = await known?.keys.catch(() => undefined);
  if (ageSeconds < CACHE_SECONDS && old?.has(serial)) return old.get(serial);
  const keys = downloadCertificates(context, account).catch((error: unknown) => {
    if (old?.has(serial)) return old;
    throw error;
  });
  if (certificates.size >= MAX_MERCHANTS) certificates.clear();
  certificates.set(name, { keys, askedAtSeconds: nowSeconds });
  return (await keys).get(serial);
}

const agoOf = (seconds: number, nowSeconds: number): number =>
  seconds <= nowSeconds ? nowSeconds - seconds : Number.POSITIVE_INFINITY;

/** The certificates prove themselves: only WeChat Pay and the merchant can encrypt them. */
async function downloadCertificates(context: PaymentContext, account: PaymentAccount): Promise<Keys> {
  const reply = await send(context, account, { method: 'GET', path: '/v3/certificates' });
  if (reply.status !== 200 || !Array.isArray(reply.object?.data)) throw wxPayFault(reply);
  const keys = new Map<string, KeyObject>();
  for (const { serial_no, encrypt_certificate } of reply.object.data) {
    const pem = openWxPayResource(encrypt_certificate ?? {}, account.config.mch_apiv3_key ?? '');
    if (pem === undefined) throw new GatewayUnanswered('The APIv3 key does not open the certificates.');
    keys.set(memberText(serial_no), new X509Certificate(pem).publicKey);
  }
  const proof = wxPayProofOf(reply.headers);
  const key = keys.get(proof?.serial ?? '');
  const isProven =
    proof !== undefined &&
    key !== undefined &&
    isFresh(proof, context.clock.nowSeconds()) &&
    isWxPaySigned(proof, reply.text, key);
  if (!isProven) throw new GatewayUnanswered('The certificates of WeChat Pay are not proven.');
  return keys;
}
