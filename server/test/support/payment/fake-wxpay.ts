import {
  createCipheriv,
  createHash,
  createSign,
  createVerify,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { AskedPage, Page, Site } from '../sign-in/fake-internet.ts';
import { FakeOfficialAccount, MP_APP_ID } from './fake-official-account.ts';
import { makeCertificate } from './make-certificate.ts';
import { beijingDay, beijingTime } from './statement-files.ts';

export const WXPAY = 'https://api.mch.weixin.qq.com';
export const WX_APP_ID = 'wx8888888888888888';
export const MCH_ID = '1900000001';
export const MCH_SERIAL = '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C';
export const API_V3_KEY = 'an-api-v3-key-of-32-letters-0123';
export const PUB_KEY_ID = 'PUB_KEY_ID_0119000000012026000000000001';

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const merchant = keyPair();
const platform = keyPair();
export const MCH_PRIVATE_KEY = merchant.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
export const WX_PUBLIC_KEY = platform.publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** Certificates of the platform, by number. */
const serials = ['01', '02', '03'].map((last) => `5157F09EFDC096DE15EBE81A47057A7232F1B8${last}`);
export const [OLD_SERIAL = '', NEW_SERIAL = '', UNLISTED_SERIAL = ''] = serials;
const certified = Object.fromEntries(
  serials.map((serial) => {
    const keys = keyPair();
    return [serial, { keys, pem: makeCertificate({ serial, commonName: 'Tenpay', keys }) }];
  }),
);

interface Transaction {
  out_trade_no: string;
  transaction_id: string;
  total: number;
  description: string;
  notify_url: string;
  trade_state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED';
  content: Record<string, unknown>;
  refunds: Map<string, number>;
  /** Epoch seconds of the payment and of each refund. */
  paidAt: number;
  refundedAt: Map<string, number>;
}

/** Titles of the file of trades. */
const WX_TITLES = [
  ...['交易时间', '公众账号ID', '商户号', '特约商户号', '设备号', '微信订单号', '商户订单号', '用户标识'],
  ...['交易类型', '交易状态', '付款银行', '货币种类', '应结订单金额', '代金券金额', '微信退款单号'],
  ...[
    '商户退款单号',
    '退款金额',
    '充值券退款金额',
    '退款类型',
    '退款状态',
    '商品名称',
    '商户数据包',
    '手续费',
  ],
  ...['费率', '订单金额', '申请退款金额', '费率备注'],
].join(',');
type Texts = Record<string, string>;

class Fault extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** Transactions of all tests of a file, which share a database. */
let count = 0;

export interface SignedMessage {
  headers: Record<string, string>;
  body: string;
}

/** The platform of WeChat Pay, written from its published rules. It refuses what the original refuses. */
export class FakeWxPay {
  readonly transactions = new Map<string, Transaction>();
  readonly faults: string[] = [];
  /** Paths of the requests. */
  readonly asked: string[] = [];
  /** Answers instead of the real one, by the beginning of the path. */
  instead: Record<string, () => Page | undefined> = {};
  /** Certificates that the platform has; none for new merchants. */
  listed: readonly string[] = [OLD_SERIAL];
  /** The certificate that signs where no public key is asked for. */
  signing: string = OLD_SERIAL;
  refundStatus = 'SUCCESS';
  /** The official account that JSAPI orders are paid in. */
  readonly officialAccount: FakeOfficialAccount;
  readonly #prepaid = new Map<string, Transaction>();
  readonly #nowSeconds: () => number;
  readonly #nonces = new Set<string>();

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
    this.officialAccount = new FakeOfficialAccount(nowSeconds);
  }

  readonly site: Site = (asked) => {
    const { pathname } = asked.url;
    this.asked.push(pathname);
    for (const [path, answer] of Object.entries(this.instead)) {
      const page = pathname.startsWith(path) ? answer() : undefined;
      if (page !== undefined) return page;
    }
    const serial = String(asked.headers['wechatpay-serial'] ?? this.signing);
    if (serial !== PUB_KEY_ID && certified[serial] === undefined)
      return { status: 400, body: '{"code":"PARAM_ERROR","message":"Wechatpay-Serial 错误"}' };
    try {
      this.#prove(asked);
      // The file itself has no signature.
      if (pathname === '/v3/billdownload/file') return this.#file(asked);
      const answer = this.#call(asked);
      return this.reply(answer === undefined ? 204 : 200, answer, serial);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.faults.push(error.code);
      const { status, code } = error;
      return this.reply(status, { code, message: '请求失败' }, serial);
    }
  };

  /** A signed answer. */
  reply(status: number, members: object | undefined, serial: string): Page {
    const body = members === undefined ? '' : JSON.stringify(members);
    return { status, ...this.signed(body, { serial }) };
  }

  signed(body: string, { serial = PUB_KEY_ID, skewSeconds = 0 } = {}): SignedMessage {
    const timestamp = String(this.#nowSeconds() + skewSeconds);
    const nonce = randomBytes(16).toString('base64');
    const key = serial === PUB_KEY_ID ? platform.privateKey : certified[serial]?.keys.privateKey;
    const signer = createSign('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`);
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'Wechatpay-Timestamp': timestamp,
        'Wechatpay-Nonce': nonce,
        'Wechatpay-Serial': serial,
        'Wechatpay-Signature': signer.sign(key as KeyObject, 'base64'),
        'Wechatpay-Signature-Type': 'WECHATPAY2-SHA256-RSA2048',
      },
      body,
    };
  }

  /** The buyer pays. */
  pay(tradeNo: string): Transaction {
    const transaction = this.transactions.get(tradeNo);
    if (transaction === undefined) throw new Error('WeChat Pay: no such transaction');
    transaction.trade_state = 'SUCCESS';
    transaction.paidAt = this.#nowSeconds();
    return transaction;
  }

  /** The dialog of WeChat that a page has asked for, as WeChat checks it. @returns the transaction */
  openDialog(request: Record<string, unknown>): Transaction {
    const names = ['appId', 'nonceStr', 'package', 'paySign', 'signType', 'timeStamp'];
    if (Object.keys(request).sort().join() !== names.join()) throw new Error('WeChat: other parameters');
    if (Object.values(request).some((value) => typeof value !== 'string'))
      throw new Error('WeChat: a parameter is no text');
    const { appId, timeStamp, nonceStr, package: packed = '', signType, paySign = '' } = request as Texts;
    const transaction = this.#prepaid.get(packed.replace(/^prepay_id=/, ''));
    if (transaction === undefined) throw new Error('WeChat: no such prepay_id');
    if (appId !== transaction.content.appid) throw new Error('WeChat: another appId');
    if (signType !== 'RSA' || !/^\w{1,32}$/.test(nonceStr ?? '')) throw new Error('WeChat: bad parameters');
    if (Math.abs(Number(timeStamp) - this.#nowSeconds()) > 300) throw new Error('WeChat: too old');
    const text = `${appId}\n${timeStamp}\n${nonceStr}\n${packed}\n`;
    if (!createVerify('RSA-SHA256').update(text).verify(merchant.publicKey, paySign, 'base64'))
      throw new Error('WeChat: the signature is wrong');
    return transaction;
  }

  /** The body of a notification, encrypted. */
  notice(
    resource: object,
    { event_type = 'TRANSACTION.SUCCESS', key = API_V3_KEY, associated_data = 'transaction' } = {},
  ): string {
    return JSON.stringify({
      id: randomBytes(16).toString('hex'),
      create_time: '2027-01-15T16:00:00+08:00',
      resource_type: 'encrypt-resource',
      event_type,
      summary: '支付成功',
      resource: {
        original_type: 'transaction',
        ...encrypted(JSON.stringify(resource), { key, associated_data }),
      },
    });
  }

  /** A transaction as the platform shows it; the buyer may have used a coupon. */
  view({ out_trade_no, transaction_id, total, trade_state, content }: Transaction) {
    const isPaid = trade_state === 'SUCCESS' || trade_state === 'REFUND';
    return {
      ...{ appid: content.appid, mchid: MCH_ID, out_trade_no, trade_state, trade_state_desc: trade_state },
      ...(isPaid && { transaction_id, trade_type: 'NATIVE', bank_type: 'OTHERS' }),
      amount: { total, currency: 'CNY', ...(isPaid && { payer_total: total - 1, payer_currency: 'CNY' }) },
    };
  }

  #prove({ method, url, headers, body }: AskedPage): void {
    const header = headers.authorization ?? '';
    const [scheme, rest = ''] = header.split(/ (.*)/s);
    if (scheme !== 'WECHATPAY2-SHA256-RSA2048') throw new Fault(401, 'SIGN_ERROR');
    const parts = Object.fromEntries(
      rest.split(',').map((pair) => /^(\w+)="(.*)"$/.exec(pair)?.slice(1) ?? []),
    );
    const { mchid, nonce_str = '', timestamp, serial_no, signature = '' } = parts as Record<string, string>;
    if (mchid !== MCH_ID || serial_no !== MCH_SERIAL) throw new Fault(401, 'SIGN_ERROR');
    if (Math.abs(Number(timestamp) - this.#nowSeconds()) > 300) throw new Fault(401, 'SIGN_ERROR');
    if (nonce_str.length < 16 || this.#nonces.has(nonce_str)) throw new Fault(401, 'SIGN_ERROR');
    this.#nonces.add(nonce_str);
    const text = [method, url.pathname + url.search, timestamp, nonce_str, body, ''].join('\n');
    if (!createVerify('RSA-SHA256').update(text).verify(merchant.publicKey, signature, 'base64'))
      throw new Fault(401, 'SIGN_ERROR');
    if (headers.accept !== 'application/json' || !headers['user-agent']) throw new Fault(406, 'PARAM_ERROR');
    if (body !== '' && headers['content-type'] !== 'application/json') throw new Fault(415, 'PARAM_ERROR');
  }

  #call({ method, url, body }: AskedPage): object | undefined {
    const route = `${method} ${url.pathname}`;
    if (route === 'GET /v3/certificates') return this.#certificates();
    if (route === 'GET /v3/bill/tradebill') return this.#statement(url.searchParams);
    const content = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
    if (route === 'POST /v3/pay/transactions/native') {
      const { out_trade_no } = this.#open(content);
      return { code_url: `weixin://wxpay/bizpayurl?pr=${out_trade_no.slice(0, 10)}` };
    }
    if (route === 'POST /v3/pay/transactions/h5') {
      const scene = content.scene_info as
        | { payer_client_ip?: string; h5_info?: { type?: string } }
        | undefined;
      if (!scene?.payer_client_ip || !/^(iOS|Android|Wap)$/.test(scene.h5_info?.type ?? ''))
        throw new Fault(400, 'PARAM_ERROR');
      const { out_trade_no } = this.#open(content);
      return {
        h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${out_trade_no}&package=1`,
      };
    }
    if (route === 'POST /v3/pay/transactions/jsapi') return this.#openJsApi(content);
    if (route === 'POST /v3/refund/domestic/refunds') return this.#refund(content);
    const [, refundNo] = /^GET \/v3\/refund\/domestic\/refunds\/(\w+)$/.exec(route) ?? [];
    if (refundNo !== undefined) return this.#refundView(refundNo);
    const [, tradeNo = '', close] =
      /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(url.pathname) ?? [];
    if ((close ? content.mchid : url.searchParams.get('mchid')) !== MCH_ID)
      throw new Fault(400, 'PARAM_ERROR');
    const transaction = this.transactions.get(tradeNo);
    if (transaction === undefined) throw new Fault(404, 'ORDER_NOT_EXIST');
    if (close === undefined) return this.view(transaction);
    if (transaction.trade_state === 'SUCCESS') throw new Fault(400, 'ORDERPAID');
    transaction.trade_state = 'CLOSED';
    return undefined;
  }

  #certificates(): object {
    if (this.listed.length === 0) throw new Fault(404, 'RESOURCE_NOT_EXISTS');
    return {
      data: this.listed.map((serial_no) => ({
        serial_no,
        effective_time: '2024-01-01T00:00:00+08:00',
        expire_time: '2029-01-01T00:00:00+08:00',
        encrypt_certificate: encrypted(certified[serial_no]?.pem ?? '', {
          key: API_V3_KEY,
          associated_data: 'certificate',
        }),
      })),
    };
  }

  /** The buyer is known to one app only, and is part of the order. */
  #openJsApi(content: Record<string, unknown>): object {
    const { openid = '' } = (content.payer ?? {}) as { openid?: string };
    if (this.officialAccount.appIdOf(openid) !== content.appid) throw new Fault(400, 'PARAM_ERROR');
    const transaction = this.#open(content);
    const first = transaction.content.payer as { openid: string };
    if (first.openid !== openid) throw new Fault(400, 'INVALID_REQUEST');
    if (transaction.trade_state !== 'NOTPAY') throw new Fault(400, 'ORDER_CLOSED');
    const prepay_id = `wx${transaction.transaction_id}`;
    this.#prepaid.set(prepay_id, transaction);
    return { prepay_id };
  }

  #open(content: Record<string, unknown>): Transaction {
    const { appid, mchid, description, out_trade_no, time_expire, notify_url, amount } = content as {
      [name: string]: string;
    } & { amount?: { total?: unknown; currency?: unknown } };
    if (![WX_APP_ID, MP_APP_ID].includes(appid ?? '') || mchid !== MCH_ID)
      throw new Fault(400, 'APPID_MCHID_NOT_MATCH');
    if (!/^[\w|*-]{6,32}$/.test(out_trade_no ?? '')) throw new Fault(400, 'PARAM_ERROR');
    if (!description || description.length > 127) throw new Fault(400, 'PARAM_ERROR');
    if (!/^https:\/\/[^?]+$/.test(notify_url ?? '')) throw new Fault(400, 'PARAM_ERROR');
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(time_expire ?? ''))
      throw new Fault(400, 'PARAM_ERROR');
    if (Date.parse(time_expire ?? '') / 1000 <= this.#nowSeconds()) throw new Fault(400, 'PARAM_ERROR');
    const { total, currency } = amount ?? {};
    if (typeof total !== 'number' || !Number.isInteger(total) || total < 1 || currency !== 'CNY')
      throw new Fault(400, 'PARAM_ERROR');
    const known = this.transactions.get(out_trade_no ?? '');
    if (known !== undefined) {
      if (known.total !== total) throw new Fault(400, 'INVALID_REQUEST');
      return known;
    }
    count += 1;
    const transaction: Transaction = {
      out_trade_no: out_trade_no ?? '',
      transaction_id: `42000027${String(count).padStart(20, '0')}`,
      ...{ total, description, notify_url: notify_url ?? '', trade_state: 'NOTPAY', content },
      ...{ refunds: new Map(), paidAt: 0, refundedAt: new Map() },
    };
    this.transactions.set(transaction.out_trade_no, transaction);
    return transaction;
  }

  /** A refund that the merchant made at WeChat Pay's own site. */
  refundByHand(tradeNo: string, refund: number): void {
    const transaction = this.transactions.get(tradeNo);
    if (transaction === undefined) throw new Error('WeChat Pay: no such transaction');
    const amount = { refund, total: transaction.total, currency: 'CNY' };
    this.#refund({ out_trade_no: tradeNo, out_refund_no: `5000${transaction.refunds.size}`, amount });
  }

  #statement(query: URLSearchParams): object {
    const day = query.get('bill_date') ?? '';
    if (query.get('bill_type') !== 'ALL' || !/^\d{4}-\d\d-\d\d$/.test(day))
      throw new Fault(400, 'PARAM_ERROR');
    const ageSeconds = this.#nowSeconds() - Date.parse(`${day}T00:00:00+08:00`) / 1000;
    if (ageSeconds < 24 * 3600) throw new Fault(400, 'PARAM_ERROR');
    if (ageSeconds < 33 * 3600) throw new Fault(400, 'STATEMENT_CREATING');
    if (ageSeconds < 34 * 3600 || this.#linesOf(day).length === 0) throw new Fault(400, 'NO_STATEMENT_EXIST');
    return {
      hash_type: 'SHA1',
      hash_value: createHash('sha1').update(this.statementFile(day)).digest('hex'),
      download_url: `${WXPAY}/v3/billdownload/file?token=token-of-${day}`,
    };
  }

  #file({ url }: AskedPage): Page {
    const [, day] = /^token-of-(\S{10})$/.exec(url.searchParams.get('token') ?? '') ?? [];
    if (day === undefined) return { status: 400, body: '{"code":"PARAM_ERROR"}' };
    return { headers: { 'content-type': 'text/plain' }, body: this.statementFile(day) };
  }

  statementFile(day: string): string {
    const lines = this.#linesOf(day);
    const totals =
      '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
    const sums = [String(lines.length), '0.00', '0.00', '0.00', '0.00000', '0.00', '0.00'];
    return `\uFEFF${[WX_TITLES, ...lines, totals, sums.map((one) => `\`${one}`).join(',')].join('\r\n')}\r\n`;
  }

  /** Trades and refunds of a day of Beijing; each value begins with a backtick. */
  #linesOf(day: string): string[] {
    const lines: string[] = [];
    for (const transaction of this.transactions.values()) {
      const { paidAt, refunds, refundedAt } = transaction;
      if (paidAt > 0 && beijingDay(paidAt) === day) lines.push(this.#lineOf(transaction, paidAt));
      for (const [refundNo, fen] of refunds) {
        const at = refundedAt.get(refundNo) ?? 0;
        if (beijingDay(at) === day) lines.push(this.#lineOf(transaction, at, { refundNo, fen }));
      }
    }
    return lines;
  }

  #lineOf(
    { out_trade_no, transaction_id, total, description }: Transaction,
    at: number,
    refund?: { refundNo: string; fen: number },
  ): string {
    const yuan = (fen: number) => (fen / 100).toFixed(2);
    const paid = refund === undefined ? total : 0;
    const values = [
      ...[beijingTime(at), WX_APP_ID, MCH_ID, '0', '', transaction_id, out_trade_no, 'openid', 'NATIVE'],
      ...[refund ? 'REFUND' : 'SUCCESS', 'OTHERS', 'CNY', yuan(paid - (refund ? 0 : 1)), '0.00'],
      ...[refund ? `50${refund.refundNo}` : '0', refund?.refundNo ?? '0', yuan(refund?.fen ?? 0), '0.00'],
      ...[refund ? 'ORIGINAL' : '', refund ? 'SUCCESS' : '', `${description}, with a comma`, ''],
      ...[(paid * 0.00006).toFixed(5), '0.60%', yuan(paid), yuan(refund?.fen ?? 0), ''],
    ];
    return values.map((value) => `\`${value}`).join(',');
  }

  #refundView(out_refund_no: string): object {
    const transaction = [...this.transactions.values()].find(({ refunds }) => refunds.has(out_refund_no));
    if (transaction === undefined) throw new Fault(404, 'RESOURCE_NOT_EXISTS');
    const { out_trade_no, transaction_id } = transaction;
    return {
      refund_id: `50${out_refund_no}`,
      out_refund_no,
      out_trade_no,
      transaction_id,
      status: this.refundStatus,
    };
  }

  #refund(content: Record<string, unknown>): object {
    const { out_trade_no, out_refund_no, reason, amount } = content as Record<string, string> & {
      amount?: { refund?: number; total?: number; currency?: string };
    };
    const transaction = this.transactions.get(out_trade_no ?? '');
    if (transaction === undefined) throw new Fault(404, 'RESOURCE_NOT_EXISTS');
    const { refund, total, currency } = amount ?? {};
    if (!/^[\w|*@-]{1,64}$/.test(out_refund_no ?? '')) throw new Fault(400, 'PARAM_ERROR');
    if (reason !== undefined && Buffer.byteLength(reason) > 80) throw new Fault(400, 'PARAM_ERROR');
    if (!Number.isInteger(refund) || total !== transaction.total || currency !== 'CNY')
      throw new Fault(400, 'PARAM_ERROR');
    const known = transaction.refunds.get(out_refund_no ?? '');
    if (known !== undefined && known !== refund) throw new Fault(400, 'PARAM_ERROR');
    if (known === undefined) {
      const sum = [...transaction.refunds.values()].reduce((so, one) => so + one, refund ?? 0);
      if (!/SUCCESS|REFUND/.test(transaction.trade_state) || sum > transaction.total)
        throw new Fault(400, 'INVALID_REQUEST');
      transaction.refunds.set(out_refund_no ?? '', refund ?? 0);
      transaction.refundedAt.set(out_refund_no ?? '', this.#nowSeconds());
      transaction.trade_state = 'REFUND';
    }
    return this.#refundView(out_refund_no ?? '');
  }
}

function encrypted(text: string, { key, associated_data }: { key: string; associated_data: string }) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associated_data));
  const parts = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: Buffer.concat(parts).toString('base64'),
    nonce,
    associated_data,
  };
}
