import { parseAmountText } from '@turnpike/contract';
import { type TakePiece, unzipFiles, ZipError } from '../../platform/files/unzip-files.ts';
import { downloadFile, memberText } from '../ask-gateway.ts';
import {
  GatewayUnanswered,
  type PaymentAccount,
  type PaymentContext,
  type StatementLine,
} from '../payment-gateway.ts';
import { columnsOf, type ReadLine, StatementText } from '../statement-text.ts';
import { alipayFault, askAlipay, beijingTime, isDone, subCode } from './alipay-client.ts';

const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/**
 * Reads the statement of trades: a zip with a file of all trades and one of sums, in the encoding GBK.
 * Source: docs/reference/payments.md, "Reconciliation".
 */
export async function readAlipayStatement(
  context: PaymentContext,
  account: PaymentAccount,
  day: string,
): Promise<StatementLine[] | 'not_ready'> {
  const method = 'alipay.data.dataservice.bill.downloadurl.query';
  const content = { bill_type: 'trade', bill_date: day };
  const answer = await askAlipay(context, account, method, { content });
  // A day without trades has no statement, nor has one whose statement is still being made.
  if (/bill_not_exist/i.test(subCode(answer))) return isMade(context, day) ? [] : 'not_ready';
  if (!isDone(answer)) throw alipayFault(answer);
  const address = statementAddress(memberText(answer.bill_download_url), account);
  // It works for half a minute.
  const bytes = await downloadFile(context, account, address, { method: 'GET', headers: {} });
  return unpackStatement(bytes, context, account);
}

/** Statements are made by nine o'clock of the next day; one more hour for a late one. */
const isMade = ({ clock }: Pick<PaymentContext, 'clock'>, day: string): boolean =>
  beijingTime(clock.nowSeconds() - 34 * 3600) >= `${day} 00:00:00`;

/** Alipay still names addresses with `http:`. @throws GatewayUnanswered for an address at another host */
function statementAddress(text: string, { sandbox }: Pick<PaymentAccount, 'sandbox'>): string {
  const url = URL.parse(text);
  const domain = sandbox ? '.alipaydev.com' : '.alipay.com';
  if (url === null || !url.hostname.endsWith(domain) || url.port !== '')
    throw new GatewayUnanswered('The address of the statement is none of Alipay.');
  url.protocol = 'https:';
  return url.href;
}

async function unpackStatement(
  bytes: Buffer,
  { signal }: Pick<PaymentContext, 'signal'>,
  account: PaymentAccount,
): Promise<StatementLine[]> {
  const text = new StatementText();
  let files = 0;
  const open = (name: string): TakePiece | undefined => {
    if (!isOfTrades(name)) return undefined;
    files += 1;
    const decoder = new TextDecoder('gbk');
    const readLine = lineReader(account);
    return (piece, isLast) => {
      text.push(decoder.decode(piece, { stream: !isLast }), readLine);
      if (isLast) text.end(readLine);
    };
  };
  try {
    await unzipFiles(bytes, { open, limitBytes: MAX_UNPACKED_BYTES, signal });
  } catch (error) {
    if (error instanceof ZipError) throw new GatewayUnanswered(faults[error.fault], { cause: error });
    throw error;
  }
  if (files === 0) throw new GatewayUnanswered('The zip of Alipay has no file of trades.');
  return text.lines;
}

const faults = {
  unreadable: 'The statement of Alipay is no zip that can be read.',
  too_large: 'The statement of Alipay is too large.',
} as const;

/** The names are in GBK, or marked as UTF-8. */
function isOfTrades(name: string): boolean {
  const isBytes = /^[\0-\xff]*$/.test(name);
  const text = isBytes ? new TextDecoder('gbk').decode(Buffer.from(name, 'latin1')) : name;
  return text.endsWith('.csv') && text.includes('业务明细') && !text.includes('汇总');
}

const columns = {
  gatewayNo: '支付宝交易号',
  tradeNo: '商户订单号',
  kind: '业务类型',
  amount: '订单金额',
  requestNo: '退款批次号',
  fee: '服务费',
} as const;
const kinds: Readonly<Record<string, StatementLine['kind']>> = { 交易: 'paid', 退款: 'refund' };

/** Comments begin with #, the first other line has the titles, and values are padded with tabs. */
function lineReader({ currency }: Pick<PaymentAccount, 'currency'>): ReadLine {
  let at: Record<keyof typeof columns, number> | undefined;
  return (line) => {
    if (line.startsWith('#') || line.trim() === '') return undefined;
    // A comma in a name moves what is behind it. Names of this site have none, and other lines are only counted.
    const values = line.split(',').map((value) => value.trim());
    if (at === undefined) {
      at = columnsOf(values, columns);
      return undefined;
    }
    const textOf = (name: keyof typeof columns) => values[at?.[name] ?? 0] ?? '';
    const amountOf = (text: string) => parseAmountText(text.replace(/^-/, ''), currency) ?? null;
    const kind = kinds[textOf('kind')];
    if (kind === undefined) return undefined;
    const fee = textOf('fee');
    const feeMinor = amountOf(fee) ?? 0;
    return {
      ...{ kind, tradeNo: textOf('tradeNo'), gatewayNo: textOf('gatewayNo') },
      requestNo: kind === 'refund' ? textOf('requestNo') : '',
      ...{ minor: amountOf(textOf('amount')), currency },
      // A fee that Alipay keeps is below zero there.
      feeMinor: feeMinor === 0 || fee.startsWith('-') ? feeMinor : -feeMinor,
    };
  };
}
