import { createSign, createVerify, generateKeyPairSync } from 'node:crypto';
import type { AskedPage, Page, Site } from '../sign-in/fake-internet.ts';

export const EASYPAY_V2 = 'https://pay2.example';
export const PID_V2 = '2002';

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const merchant = keyPair();
const platform = keyPair();
/** Keys as the panel of a merchant shows them: bare base64. */
export const MERCHANT_KEY = merchant.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
export const PLATFORM_KEY = platform.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

type Fields = Record<string, string>;

interface FakeOrder {
  fields: Fields;
  trade_no: string;
  /** 0 not paid, 1 paid, 2 paid back. */
  status: number;
  refunds: Map<string, string>;
}

const MAX_SKEW_SECONDS = 300;

/** An EasyPay server, version 2, written from the protocol's notes. It refuses what the original refuses. */
export class FakeEasyPayV2 {
  static #numbers = 0;
  readonly orders = new Map<string, FakeOrder>();
  /** State of all refunds: 1 done. */
  refundState = 1;
  /** How orders by the server are paid. */
  way: object = { pay_type: 'jump', pay_info: `${EASYPAY_V2}/pay/1/` };
  /** Members of an answer that are changed after it was signed. */
  forged: Fields = {};
  readonly #nowSeconds: () => number;

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
  }

  readonly site: Site = ({ method, url, body }: AskedPage) => {
    const fields = Object.fromEntries(new URLSearchParams(body));
    const fault = method === 'POST' ? this.#faultOf(fields) : 'method';
    if (fault !== undefined) return answer({ code: -1, msg: fault });
    switch (url.pathname) {
      case '/api/merchant/info':
        return this.#good({ pid: PID_V2, status: 1 });
      case '/api/pay/create':
        return this.#create(fields);
      case '/api/pay/query':
        return this.#query(fields);
      case '/api/pay/refund':
        return this.#refund(fields);
      case '/api/pay/refundquery':
        return this.#refundQuery(fields);
      default:
        return undefined;
    }
  };

  /** The page that a buyer's browser opens. @returns the order, or why it is refused */
  submit(fields: Fields): FakeOrder {
    const fault = this.#faultOf(fields) ?? missing(fields, ['notify_url', 'return_url', 'name', 'money']);
    if (fault !== undefined) throw new Error(`EasyPay: ${fault}`);
    const known = this.orders.get(fields.out_trade_no ?? '');
    if (known !== undefined) return known;
    FakeEasyPayV2.#numbers += 1;
    const trade_no = `2027${String(FakeEasyPayV2.#numbers).padStart(15, '0')}`;
    const order = { fields, trade_no, status: 0, refunds: new Map<string, string>() };
    this.orders.set(fields.out_trade_no ?? '', order);
    return order;
  }

  /** The buyer pays. @returns the query of the notification */
  pay(tradeNo: string, { skewSeconds = 0 } = {}): string {
    const order = this.orders.get(tradeNo);
    if (order === undefined) throw new Error('EasyPay: no such order');
    order.status = 1;
    const { type = '', name = '', money = '' } = order.fields;
    const fields = {
      ...{ pid: PID_V2, trade_no: order.trade_no, out_trade_no: tradeNo, type, name, money },
      ...{ trade_status: 'TRADE_SUCCESS', timestamp: String(this.#nowSeconds() + skewSeconds) },
    };
    return new URLSearchParams({ ...fields, sign: signed(fields), sign_type: 'RSA' }).toString();
  }

  #faultOf(fields: Fields): string | undefined {
    if (fields.pid !== PID_V2) return '商户不存在';
    if (!/^(RSA|SHA256WithRSA)$/.test(fields.sign_type ?? '')) return 'sign_type';
    if (Math.abs(Number(fields.timestamp) - this.#nowSeconds()) > MAX_SKEW_SECONDS) return 'timestamp';
    const isSigned = createVerify('RSA-SHA256')
      .update(textOf(fields))
      .verify(merchant.publicKey, fields.sign ?? '', 'base64');
    return isSigned ? undefined : '签名错误';
  }

  #create(fields: Fields): Page {
    const fault = missing(fields, ['type', 'method', 'clientip', 'out_trade_no']);
    if (fault !== undefined) return answer({ code: -1, msg: fault });
    if (!/^(web|jump|jsapi|app|scan|applet)$/.test(fields.method ?? ''))
      return answer({ code: -1, msg: 'method' });
    return this.#good({ trade_no: this.submit(fields).trade_no, ...this.way });
  }

  #query({ out_trade_no = '' }: Fields): Page {
    const order = this.orders.get(out_trade_no);
    if (order === undefined) return answer({ code: -1, msg: '订单号不存在' });
    const { type = '', name = '', money = '' } = order.fields;
    const { trade_no, status } = order;
    const refundmoney = (this.refunded(out_trade_no) / 100).toFixed(2);
    return this.#good({ trade_no, out_trade_no, type, pid: PID_V2, name, money, refundmoney, status });
  }

  #refund({ out_trade_no = '', out_refund_no = '', money = '' }: Fields): Page {
    const order = this.orders.get(out_trade_no);
    if (order === undefined) return answer({ code: -1, msg: '订单号不存在' });
    const known = order.refunds.get(out_refund_no);
    if (known !== undefined && known !== money) return answer({ code: -1, msg: '退款单号重复' });
    if (known === undefined) {
      const rest = fenOf(order.fields.money ?? '') - this.refunded(out_trade_no) - fenOf(money);
      if (order.status !== 1 || rest < 0) return answer({ code: -1, msg: '退款金额超过订单金额' });
      order.refunds.set(out_refund_no, money);
      if (rest === 0) order.status = 2;
    }
    return this.#good({ refund_no: `r${out_refund_no}`, out_refund_no, trade_no: order.trade_no, money });
  }

  #refundQuery({ out_refund_no = '' }: Fields): Page {
    const [out_trade_no = '', order] =
      [...this.orders].find(([, { refunds }]) => refunds.has(out_refund_no)) ?? [];
    if (order === undefined) return answer({ code: -1, msg: '退款记录不存在' });
    const money = order.refunds.get(out_refund_no);
    const numbers = { refund_no: `r${out_refund_no}`, out_refund_no, trade_no: order.trade_no, out_trade_no };
    return this.#good({ ...numbers, money, status: this.refundState });
  }

  /** Fen of an order that were paid back. */
  refunded(tradeNo: string): number {
    const refunds = this.orders.get(tradeNo)?.refunds ?? new Map<string, string>();
    return [...refunds.values()].reduce((sum, money) => sum + fenOf(money), 0);
  }

  #good(members: object): Page {
    const fields = { code: 0, ...members, timestamp: String(this.#nowSeconds()) };
    const sign = signed(fields as unknown as Fields);
    return answer({ ...fields, sign, sign_type: 'RSA', ...this.forged });
  }
}

const fenOf = (money: string): number => Math.round(Number(money) * 100);

const missing = (fields: Fields, names: readonly string[]): string | undefined =>
  names.find((name) => !fields[name]);

const answer = (value: object): Page => ({ status: 200, body: JSON.stringify(value) });

/** As the SDK has it: sorted, without signature, empty values and blanks. */
function textOf(fields: Fields): string {
  return Object.keys(fields)
    .sort()
    .filter((name) => name !== 'sign' && name !== 'sign_type' && String(fields[name]).trim() !== '')
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

const signed = (fields: Fields): string =>
  createSign('RSA-SHA256').update(textOf(fields)).sign(platform.privateKey, 'base64');
