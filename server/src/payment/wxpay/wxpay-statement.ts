import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Currency, currencyDecimals, parseAmountText } from '@turnpike/contract';
import { memberText } from '../ask-gateway.ts';
import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type StatementLine,
} from '../payment-gateway.ts';
import { columnsOf, type ReadLine, StatementText } from '../statement-text.ts';
import { askWxPay, downloadFromWxPay, wxPayFault } from './wxpay-client.ts';

/** Bytes that are read at a time. */
const SLICE_BYTES = 256 * 1024;

/**
 * Reads the statement of trades. The file is not signed; its hash is in a signed answer.
 * Source: docs/reference/payments.md, "Reconciliation".
 */
export async function readWxPayStatement(
  context: PaymentContext,
  account: PaymentAccount,
  day: string,
): Promise<StatementLine[] | 'not_ready'> {
  const path = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`;
  const reply = await askWxPay(context, account, { method: 'GET', path });
  const code = memberText(reply.object?.code);
  if (code === 'STATEMENT_CREATING') return 'not_ready';
  if (code === 'NO_STATEMENT_EXIST') return isMade(context, day) ? [] : 'not_ready';
  if (reply.status !== 200 || reply.object === null) throw wxPayFault(reply);
  const { download_url, hash_type, hash_value } = reply.object;
  if (memberText(hash_type).toUpperCase() !== 'SHA1')
    throw new GatewayUnanswered('WeChat Pay names no SHA-1 of the statement.');
  const bytes = await downloadFromWxPay(context, account, memberText(download_url));
  return readFile(bytes, { hash: memberText(hash_value).toLowerCase(), ...context });
}

/** Statements are made by ten o'clock of the next day in Beijing. */
const isMade = ({ clock }: Pick<PaymentContext, 'clock'>, day: string): boolean =>
  clock.nowSeconds() >= Date.parse(`${day}T00:00:00+08:00`) / 1000 + 34 * 3600;

/** @throws GatewayUnanswered, before a line is believed, for a file with another hash */
async function readFile(
  bytes: Buffer,
  { hash, signal }: { hash: string; signal: AbortSignal },
): Promise<StatementLine[]> {
  const text = new StatementText();
  const readLine = lineReader();
  const decoder = new TextDecoder('utf8');
  const hasher = createHash('sha1');
  let failure: unknown;
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    await setImmediate();
    signal.throwIfAborted();
    const slice = bytes.subarray(from, from + SLICE_BYTES);
    hasher.update(slice);
    if (failure !== undefined) continue;
    try {
      text.push(decoder.decode(slice, { stream: true }), readLine);
    } catch (error) {
      failure = error;
    }
  }
  if (hasher.digest('hex') !== hash) throw new GatewayUnanswered('The statement has another SHA-1.');
  if (failure !== undefined) throw failure;
  text.end(readLine);
  return text.lines;
}

const columns = {
  gatewayNo: '微信订单号',
  tradeNo: '商户订单号',
  state: '交易状态',
  currency: '货币种类',
  // The price; what is settled is lower with coupons.
  amount: '订单金额',
  requestNo: '商户退款单号',
  refund: '申请退款金额',
  refundState: '退款状态',
  fee: '手续费',
} as const;
const kinds: Readonly<Record<string, StatementLine['kind']>> = { SUCCESS: 'paid', REFUND: 'refund' };

/** Titles, then trades whose values begin with a backtick, then a line of titles and one of totals. */
function lineReader(): ReadLine {
  let at: Record<keyof typeof columns, number> | undefined;
  let hasEnded = false;
  return (line) => {
    if (line === '' || hasEnded) return undefined;
    if (at === undefined) {
      at = columnsOf(line.split(','), columns);
      return undefined;
    }
    if (!line.startsWith('`')) {
      hasEnded = true;
      return undefined;
    }
    const values = line.slice(1).split(',`');
    const textOf = (name: keyof typeof columns) => (values[at?.[name] ?? 0] ?? '').trim();
    const kind = kinds[textOf('state')];
    if (kind === undefined || textOf('refundState') === 'FAIL') return undefined;
    const currency = textOf('currency');
    const amount = textOf(kind === 'paid' ? 'amount' : 'refund');
    return {
      ...{ kind, tradeNo: textOf('tradeNo'), gatewayNo: textOf('gatewayNo'), currency },
      requestNo: kind === 'refund' ? textOf('requestNo') : '',
      minor: isCurrency(currency) ? (parseAmountText(amount, currency) ?? null) : null,
      feeMinor: feeOf(textOf('fee')),
    };
  };
}

const isCurrency = (text: string): text is Currency => Object.hasOwn(currencyDecimals, text);

/** Fees have five decimals of a yuan. They are rounded, as they are only shown. */
function feeOf(text: string): number {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (whole === undefined) return 0;
  const [fen, next] = [Number(whole + fraction.slice(0, 2).padEnd(2, '0')), fraction.charAt(2) || '0'];
  const rounded = next >= '5' ? fen + 1 : fen;
  return sign === '-' && rounded !== 0 ? -rounded : rounded;
}
