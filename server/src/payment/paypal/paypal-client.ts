import { createHash } from 'node:crypto';
import { askGateway, formBody, type GatewayReply, memberText } from '../ask-gateway.ts';
import { GatewayUnanswered, type PaymentAccount, type PaymentContext } from '../payment-gateway.ts';

/** Members of an object of PayPal. */
export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
export const listOf = (value: unknown): readonly Members[] =>
  Array.isArray(value) ? value.map(membersOf) : [];

export interface PayPalRequest {
  method: 'GET' | 'POST';
  path: string;
  content?: object;
  /** The same for a repeat, which then changes nothing. */
  requestId?: string;
}

/** Calls PayPal, with a new token where the known one is no longer valid. @throws GatewayUnanswered */
export async function askPayPal(
  context: PaymentContext,
  account: PaymentAccount,
  request: PayPalRequest,
): Promise<GatewayReply> {
  const reply = await send(context, account, request);
  if (reply.status !== 401) return reply;
  tokens.delete(tokenName(account));
  return send(context, account, request);
}

/** The first fault of an answer: `INSTRUMENT_DECLINED` */
export const issueOf = ({ object }: Pick<GatewayReply, 'object'>): string =>
  memberText(listOf(object?.details)[0]?.issue) || memberText(object?.name);

/** Issues of a repetition: they leave open what the first request did. */
const unsure: ReadonlySet<string> = new Set([
  'PREVIOUS_REQUEST_IN_PROGRESS',
  'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
  'DUPLICATE_REQUEST_ID',
  'DUPLICATE_INVOICE_ID',
]);

/** Faults of PayPal's side, limits of calls, repetitions, and answers without an issue leave open what it did. */
export function payPalFault(reply: Pick<GatewayReply, 'status' | 'object'>): GatewayUnanswered {
  const { status, object } = reply;
  const { description } = listOf(object?.details)[0] ?? {};
  const issue = issueOf(reply);
  const words = [description ?? object?.message ?? object?.error_description, issue].map(memberText);
  const isOwn = issue !== '' || memberText(object?.error) !== '';
  const isClear = status >= 400 && status < 500 && status !== 409 && status !== 429 && !unsure.has(issue);
  return new GatewayUnanswered(
    `PayPal answered: ${words.filter(Boolean).join(' ').slice(0, 200) || `status ${status}`}`,
    { isRefusal: isOwn && isClear },
  );
}

const baseOf = ({ sandbox }: PaymentAccount): string =>
  sandbox ? 'https://api-m.sandbox.paypal.com' : 'https://api-m.paypal.com';

async function send(
  context: PaymentContext,
  account: PaymentAccount,
  { method, path, content, requestId }: PayPalRequest,
): Promise<GatewayReply> {
  const token = await tokenOf(context, account);
  return askGateway(context, account, baseOf(account) + path, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(method === 'POST' && { 'content-type': 'application/json', prefer: 'return=representation' }),
      ...(requestId !== undefined && { 'paypal-request-id': requestId }),
    },
    body: content === undefined ? undefined : JSON.stringify(content),
  });
}

const MAX_TOKENS = 100;
const EARLY_SECONDS = 60;
const tokens = new Map<string, { token: string; untilSeconds: number }>();

const tokenName = (account: PaymentAccount): string => {
  const { client_id, client_secret } = account.config;
  return createHash('sha256')
    .update(`${baseOf(account)}\n${client_id}\n${client_secret}`)
    .digest('hex');
};

async function tokenOf(context: PaymentContext, account: PaymentAccount): Promise<string> {
  const name = tokenName(account);
  const nowSeconds = context.clock.nowSeconds();
  const known = tokens.get(name);
  if (known !== undefined && known.untilSeconds > nowSeconds) return known.token;
  const { client_id = '', client_secret = '' } = account.config;
  const form = formBody({ grant_type: 'client_credentials' });
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  const reply = await askGateway(context, account, `${baseOf(account)}/v1/oauth2/token`, {
    ...form,
    headers: { ...form.headers, authorization: `Basic ${basic}` },
  });
  const token = memberText(reply.object?.access_token);
  if (reply.status !== 200 || token === '') throw payPalFault(reply);
  const lifeSeconds = Number(memberText(reply.object?.expires_in)) || 0;
  if (tokens.size >= MAX_TOKENS) tokens.clear();
  tokens.set(name, { token, untilSeconds: nowSeconds + lifeSeconds - EARLY_SECONDS });
  return token;
}
