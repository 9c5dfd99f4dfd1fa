import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { AskedPage, Page, Site } from '../sign-in/fake-internet.ts';
import { makeCertificate } from './make-certificate.ts';
import { beijingDay, beijingTime, encodeGbk, makeZip } from './statement-files.ts';

export const ALIPAY = 'https://openapi.alipay.com';
export const ALIPAY_SANDBOX = 'https://openapi-sandbox.dl.alipaydev.com';
export const ALIPAY_BILLS = 'https://dwbillcenter.alipay.com';
export const APP_ID = '2021000000000001';
export const SELLER_ID = '2088000000000001';

/** The merchant's app and Alipay have a pair of keys each. */
const app = generateKeyPairSync('rsa', { modulusLength: 2048 });
const alipay = generateKeyPairSync('rsa', { modulusLength: 2048 });

const bare = (der: Buffer): string => der.toString('base64');
export const APP_PRIVATE_KEY = bare(app.privateKey.export({ type: 'pkcs1', format: 'der' }));
export const ALIPAY_PUBLIC_KEY = bare(alipay.publicKey.export({ type: 'spki', format: 'der' }));

export const APP_CERTIFICATE = makeCertificate({ serial: '0a01', commonName: 'app', keys: app });
export const ALIPAY_CERTIFICATE = makeCertificate({ serial: '0a02', commonName: 'alipay', keys: alipay });
export const ROOT_CERTIFICATE = makeCertificate({ serial: '0a03', commonName: 'root', keys: alipay });
/** MD5 of the issuer and the serial number in decimal digits. */
const serialOf = (commonName: string, serial: number): string =>
  createHash('md5').update(`CN=${commonName}${serial}`).digest('hex');

interface Trade {
  out_trade_no: string;
  trade_no: string;
  subject: string;
  total_amount: string;
  notify_url: string;
  product_code: string;
  status: 'offered' | 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED';
  /** Fen, by the number of the refund. */
  refunds: Map<string, number>;
  /** Epoch seconds of the payment and of each refund. */
  paidAt: number;
  refundedAt: Map<string, number>;
}

/** Titles of the file of trades. */
const ALIPAY_TITLES = [
  ...['支付宝交易号', '商户订单号', '业务类型', '商品名称', '创建时间', '完成时间', '门店编号', '门店名称'],
  ...['操作员', '终端号', '对方账户', '订单金额（元）', '商家实收（元）', '支付宝红包（元）', '集分宝（元）'],
  ...['支付宝优惠（元）', '商家优惠（元）', '券核销金额（元）', '券名称', '商家红包消费金额（元）'],
  ...['卡消费金额（元）', '退款批次号/请求号', '服务费（元）', '分润（元）', '备注'],
].join(',');

/** Trades of all tests of a file, which share a database. */
let count = 0;

type Members = Record<string, string>;
/** The text that is signed, in requests and notifications. */
const textOf = (members: Members): string =>
  Object.keys(members)
    .sort()
    .map((name) => `${name}=${members[name]}`)
    .join('&');

/** A fault as Alipay reports it. */
class Fault extends Error {
  readonly subCode: string;
  readonly code: string;
  constructor(subCode: string, code = '40004') {
    super(subCode);
    this.subCode = subCode;
    this.code = code;
  }
}

/** Alipay's gateway, written from its published rules. It refuses what the original refuses. */
export class FakeAlipay {
  readonly trades = new Map<string, Trade>();
  /** Faults that the merchant's requests had. */
  readonly faults: string[] = [];
  /** Answers instead of the real one, by method. */
  instead: Record<string, () => Page | undefined> = {};
  usesCertificates = false;
  /** Instead of the file of a statement. */
  fileInstead: Page | undefined;
  /** A day of Beijing, and until when its file can be downloaded, by the number of the file. */
  readonly #files = new Map<string, { day: string; untilSeconds: number }>();
  readonly #nowSeconds: () => number;

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
  }

  readonly site: Site = (asked) => {
    const { searchParams } = asked.url;
    const method = searchParams.get('method') ?? '';
    const instead = this.instead[method]?.();
    if (instead !== undefined) return instead;
    try {
      const parameters = this.#proven(asked);
      return this.answer(method, this.#call(method, parameters));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.faults.push(error.subCode);
      const { code, subCode } = error;
      return this.answer(method, { code, msg: 'Business Failed', sub_code: subCode, sub_msg: '交易失败' });
    }
  };

  /** A signed answer. */
  answer(method: string, members: Record<string, unknown>): Page {
    const text = JSON.stringify({ code: '10000', msg: 'Success', ...members });
    const signature = sign('sha256', Buffer.from(text), alipay.privateKey).toString('base64');
    const certificate = this.usesCertificates ? `"alipay_cert_sn":"${serialOf('alipay', 0x0a02)}",` : '';
    const name = `${method.split('.').join('_')}_response`;
    return {
      headers: { 'content-type': 'text/html;charset=utf-8' },
      body: `{"${name}":${text},${certificate}"sign":"${signature}"}`,
    };
  }

  /** The buyer opens a page of a merchant. @throws Error as the page would show it */
  open(address: string): Trade {
    const url = new URL(address);
    const method = url.searchParams.get('method') ?? '';
    const parameters = this.#proven({ method: 'GET', url, headers: {}, body: '' });
    const code = {
      'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
      'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
    };
    const content = JSON.parse(parameters.biz_content ?? '{}') as Members;
    if (content.product_code !== code[method as keyof typeof code]) throw new Fault('INVALID_PARAMETER');
    if (!/^https:/.test(parameters.return_url ?? '')) throw new Fault('INVALID_PARAMETER');
    return this.#offer(parameters, content);
  }

  /** The buyer has scanned the code, or opened the page. */
  scan(tradeNo: string): Trade {
    const trade = this.#trade(tradeNo);
    if (trade.status === 'offered') trade.status = 'WAIT_BUYER_PAY';
    return trade;
  }

  /** @returns the body of the notification */
  pay(tradeNo: string, { isFinal = false, changed = {} as Members } = {}): string {
    const trade = this.scan(tradeNo);
    trade.paidAt = this.#nowSeconds();
    trade.status = isFinal ? 'TRADE_FINISHED' : 'TRADE_SUCCESS';
    return this.notice(trade, changed);
  }

  notice(trade: Trade, changed: Members = {}, hash = 'sha256'): string {
    const members: Members = {
      gmt_create: '2027-01-15 16:00:00',
      charset: 'utf-8',
      notify_id: `id${trade.trade_no}`,
      notify_type: 'trade_status_sync',
      notify_time: '2027-01-15 16:00:01',
      version: '1.0',
      app_id: APP_ID,
      auth_app_id: APP_ID,
      seller_id: SELLER_ID,
      trade_no: trade.trade_no,
      out_trade_no: trade.out_trade_no,
      subject: trade.subject,
      total_amount: trade.total_amount,
      receipt_amount: trade.total_amount,
      buyer_pay_amount: trade.total_amount,
      trade_status: trade.status,
      ...changed,
    };
    const text = textOf(members);
    const signature = sign(hash, Buffer.from(text), alipay.privateKey).toString('base64');
    const sign_type = hash === 'sha1' ? 'RSA' : 'RSA2';
    return new URLSearchParams({ ...members, sign: signature, sign_type }).toString();
  }

  #trade(tradeNo: string | undefined): Trade {
    const trade = this.trades.get(tradeNo ?? '');
    if (trade === undefined) throw new Fault('ACQ.TRADE_NOT_EXIST');
    return trade;
  }

  /** Parameters are in the address, and in a form too if it is posted. */
  #proven({ method, url, headers, body }: AskedPage): Members {
    if (!/^(GET|POST)$/.test(method) || url.pathname !== '/gateway.do')
      throw new Fault('isp.unknow-address', '20000');
    const isForm = /^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? '');
    if (body !== '' && (method === 'GET' || !isForm)) throw new Fault('isv.invalid-parameter', '40002');
    const parameters: Members = {};
    for (const [name, value] of [...url.searchParams, ...new URLSearchParams(body)]) {
      if (parameters[name] !== undefined) throw new Fault('isv.invalid-parameter', '40002');
      parameters[name] = value;
    }
    const { sign: signature = '', ...signed } = parameters;
    if (!verify('sha256', Buffer.from(textOf(signed)), app.publicKey, Buffer.from(signature, 'base64')))
      throw new Fault('isv.invalid-signature', '40002');
    const fixed = { app_id: APP_ID, charset: 'utf-8', sign_type: 'RSA2', version: '1.0' };
    for (const [name, value] of Object.entries(fixed))
      if (parameters[name] !== value) throw new Fault(`isv.invalid-${name}`, '40002');
    // Beijing is eight hours ahead, the whole year.
    const sentMs = Date.parse(`${parameters.timestamp?.replace(' ', 'T')}+08:00`);
    if (!(Math.abs(sentMs / 1000 - this.#nowSeconds()) < 600))
      throw new Fault('isv.invalid-timestamp', '40002');
    if (this.usesCertificates) {
      if (parameters.app_cert_sn !== serialOf('app', 0x0a01)) throw new Fault('isv.missing-app-cert-sn');
      if (parameters.alipay_root_cert_sn !== serialOf('root', 0x0a03)) throw new Fault('isv.missing-root-sn');
    }
    return parameters;
  }

  #offer({ notify_url = '' }: Members, content: Members): Trade {
    const {
      out_trade_no = '',
      total_amount = '',
      subject = '',
      time_expire = '',
      product_code = '',
    } = content;
    if (!/^[0-9A-Za-z_]{1,64}$/.test(out_trade_no)) throw new Fault('INVALID_PARAMETER');
    if (!/^\d{1,9}\.\d\d$/.test(total_amount) || /^[0.]+$/.test(total_amount))
      throw new Fault('INVALID_PARAMETER');
    if (subject === '' || subject.length > 256 || /[/=&]/.test(subject)) throw new Fault('INVALID_PARAMETER');
    if (!/^https:\/\/[^?]+$/.test(notify_url)) throw new Fault('INVALID_PARAMETER');
    const expiresMs = Date.parse(`${time_expire.replace(' ', 'T')}+08:00`);
    if (!(expiresMs / 1000 > this.#nowSeconds())) throw new Fault('ACQ.TRADE_HAS_CLOSE');
    const known = this.trades.get(out_trade_no);
    if (known !== undefined) {
      if (known.total_amount !== total_amount) throw new Fault('ACQ.CONTEXT_INCONSISTENT');
      return known;
    }
    count += 1;
    const trade: Trade = {
      ...{ out_trade_no, total_amount, subject, notify_url, product_code, status: 'offered' },
      ...{ trade_no: `2027011522001${String(count).padStart(15, '0')}`, refunds: new Map() },
      ...{ paidAt: 0, refundedAt: new Map() },
    };
    this.trades.set(out_trade_no, trade);
    return trade;
  }

  #call(method: string, parameters: Members): Record<string, unknown> {
    const content = JSON.parse(parameters.biz_content ?? '{}') as Members;
    if (method === 'alipay.trade.precreate') {
      const { out_trade_no } = this.#offer(parameters, content);
      return { out_trade_no, qr_code: `https://qr.alipay.com/${out_trade_no.slice(0, 16)}` };
    }
    if (method === 'alipay.data.dataservice.bill.downloadurl.query') return this.#statement(content);
    const trade = this.#trade(content.out_trade_no);
    const { out_trade_no, trade_no, total_amount, status } = trade;
    if (status === 'offered') throw new Fault('ACQ.TRADE_NOT_EXIST');
    switch (method) {
      case 'alipay.trade.query':
        return { out_trade_no, trade_no, total_amount, trade_status: status, buyer_pay_amount: '0.00' };
      case 'alipay.trade.close':
        if (status !== 'WAIT_BUYER_PAY') throw new Fault('ACQ.TRADE_STATUS_ERROR');
        trade.status = 'TRADE_CLOSED';
        return { out_trade_no, trade_no };
      case 'alipay.trade.refund':
        return this.#refund(trade, content);
      case 'alipay.trade.fastpay.refund.query': {
        const fen = trade.refunds.get(content.out_request_no ?? '');
        if (fen === undefined) return {};
        return { out_trade_no, refund_amount: (fen / 100).toFixed(2), refund_status: 'REFUND_SUCCESS' };
      }
      default:
        throw new Fault('isv.invalid-method', '40002');
    }
  }

  /** A refund that the merchant made at Alipay's own site. */
  refundByHand(tradeNo: string, refund_amount: string): void {
    const out_request_no = `hand${String(this.#trade(tradeNo).refunds.size)}`;
    this.#refund(this.#trade(tradeNo), { out_request_no, refund_amount });
  }

  #statement({ bill_type, bill_date: day = '' }: Members): Record<string, unknown> {
    if (bill_type !== 'trade' || !/^\d{4}-\d\d-\d\d$/.test(day)) throw new Fault('isv.invalid-arguments');
    // A day's statement is made in the morning of the next one.
    const isMade = beijingDay(this.#nowSeconds() - 33 * 3600) >= day;
    if (!isMade || this.#linesOf(day).length === 0) throw new Fault('isp.bill_not_exist');
    const file = `F${this.#files.size}`;
    this.#files.set(file, { day, untilSeconds: this.#nowSeconds() + 30 });
    return {
      bill_download_url: `http://dwbillcenter.alipay.com/downloadBillFile.resource?bizType=trade&fileId=${file}`,
    };
  }

  /** The site with the files of statements. */
  readonly billSite: Site = ({ method, url }) => {
    if (this.fileInstead !== undefined) return this.fileInstead;
    const file = this.#files.get(url.searchParams.get('fileId') ?? '');
    if (method !== 'GET' || url.pathname !== '/downloadBillFile.resource' || file === undefined)
      return { status: 404 };
    if (this.#nowSeconds() > file.untilSeconds) return { status: 403, body: 'expired' };
    return { headers: { 'content-type': 'application/zip' }, body: this.statementZip(file.day) };
  };

  statementZip(day: string): Buffer {
    const name = `20880000000000010156_${day.replaceAll('-', '')}_业务明细`;
    const rule = '-'.repeat(40);
    const detail = [
      ...['#支付宝业务明细查询', `#账号：[${SELLER_ID}0156]`, `#起始日期：[${day}]   终止日期：[${day}]`],
      `#${rule}业务明细列表${rule}`,
      ALIPAY_TITLES,
      ...this.#linesOf(day),
      ...[`#${rule}业务明细列表结束${rule}`, '#导出时间：[2027年01月16日 09:00:00]', ''],
    ].join('\r\n');
    const sums = ['#支付宝业务汇总查询', '门店编号,门店名称,交易订单总笔数', '合计,,1', ''].join('\r\n');
    return makeZip([
      { name: encodeGbk(`${name}(汇总).csv`), bytes: encodeGbk(sums) },
      { name: encodeGbk(`${name}.csv`), bytes: encodeGbk(detail) },
    ]);
  }

  /** Trades and refunds of a day of Beijing, values padded with tabs. */
  #linesOf(day: string): string[] {
    const lines: string[] = [];
    for (const trade of this.trades.values()) {
      if (trade.paidAt > 0 && beijingDay(trade.paidAt) === day) lines.push(this.#lineOf(trade));
      for (const [requestNo, fen] of trade.refunds)
        if (beijingDay(trade.refundedAt.get(requestNo) ?? 0) === day)
          lines.push(this.#lineOf(trade, requestNo, fen));
    }
    return lines;
  }

  #lineOf(trade: Trade, requestNo = '', fen = 0): string {
    const isRefund = requestNo !== '';
    const amount = isRefund ? `-${(fen / 100).toFixed(2)}` : trade.total_amount;
    const at = beijingTime((isRefund ? trade.refundedAt.get(requestNo) : undefined) ?? trade.paidAt);
    const fee = isRefund ? '0.00' : `-${(Number(amount) * 0.006).toFixed(2)}`;
    return [
      ...[
        `${trade.trade_no}\t`,
        `${trade.out_trade_no}\t`,
        isRefund ? '退款' : '交易',
        trade.subject,
        at,
        at,
      ],
      ...['\t', '', '\t', '\t', '买家(***@x.example)', amount, amount, '0.00', '0.00', '0.00', '0.00'],
      ...['0.00', '', '0.00', '0.00', isRefund ? `${requestNo}\t` : '\t', fee, '0.00', '备注'],
    ].join(',');
  }

  #refund(trade: Trade, { out_request_no = '', refund_amount = '' }: Members): Record<string, unknown> {
    const { out_trade_no, trade_no, refunds } = trade;
    if (!/^[0-9A-Za-z_]{1,64}$/.test(out_request_no) || !/^\d+\.\d\d$/.test(refund_amount))
      throw new Fault('ACQ.INVALID_PARAMETER');
    const fen = Math.round(Number(refund_amount) * 100);
    const known = refunds.get(out_request_no);
    if (known !== undefined) {
      if (known !== fen) throw new Fault('ACQ.DISCORDANT_REPEAT_REQUEST');
      return { out_trade_no, trade_no, fund_change: 'N', refund_fee: refund_amount };
    }
    if (trade.status === 'TRADE_FINISHED') throw new Fault('ACQ.TRADE_HAS_FINISHED');
    if (trade.status !== 'TRADE_SUCCESS') throw new Fault('ACQ.TRADE_STATUS_ERROR');
    const sum = [...refunds.values()].reduce((total, one) => total + one, fen);
    const paid = Math.round(Number(trade.total_amount) * 100);
    if (sum > paid) throw new Fault('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
    refunds.set(out_request_no, fen);
    trade.refundedAt.set(out_request_no, this.#nowSeconds());
    if (sum === paid) trade.status = 'TRADE_CLOSED';
    return { out_trade_no, trade_no, fund_change: 'Y', refund_fee: (sum / 100).toFixed(2) };
  }
}
