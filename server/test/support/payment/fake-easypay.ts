import { createHash } from 'node:crypto';
import type { AskedPage, Page, Site } from '../sign-in/fake-internet.ts';

interface FakeOrder {
  out_trade_no: string;
  trade_no: string;
  name: string;
  money: string;
  type: string;
  notify_url: string;
  return_url: string;
  status: 0 | 1;
  refunded: number;
}

export const EASYPAY = 'https://pay.example';
export const PID = '1001';
export const KEY = 'a-merchant-key-of-32-letters-abc';

/**
 * An EasyPay server, version 1, written from the protocol's notes and not from the gateway's code. It refuses what the
 * original refuses: a wrong signature, a missing parameter, a merchant or an amount that is none.
 */
export class FakeEasyPay {
  /** Numbers are unique for all servers of a test. */
  static #numbers = 0;
  readonly orders = new Map<string, FakeOrder>();
  /** Answers instead of the real one, by action; for hostile or broken servers. */
  instead: Partial<Record<'order' | 'refund' | 'query', (order: FakeOrder | undefined) => Page>> = {};

  /** How orders by the server are paid. */
  way: Record<string, string> = { payurl: `${EASYPAY}/pay/alipay/1/` };
  /** Parameters of the orders by the server. */
  readonly sent: Record<string, string>[] = [];

  /** The page that a buyer's browser opens. @returns the order, or why it is refused */
  submit(fields: Readonly<Record<string, string>>): FakeOrder {
    for (const name of ['pid', 'out_trade_no', 'notify_url', 'return_url', 'name', 'money', 'sign'])
      if (!fields[name]) throw new Error(`EasyPay: ${name} is missing`);
    if (fields.pid !== PID) throw new Error('EasyPay: no such merchant');
    if (fields.sign_type !== 'MD5') throw new Error('EasyPay: sign_type must be MD5');
    if (signatureOf(fields) !== fields.sign) throw new Error('EasyPay: the signature is wrong');
    if (!/^\d+\.\d\d$/.test(fields.money ?? '')) throw new Error('EasyPay: money must have two decimals');
    if (Buffer.byteLength(fields.name ?? '') > 127) throw new Error('EasyPay: the name is too long');
    const {
      out_trade_no = '',
      name = '',
      money = '',
      type = 'alipay',
      notify_url = '',
      return_url = '',
    } = fields;
    const known = this.orders.get(out_trade_no);
    if (known !== undefined) return known;
    FakeEasyPay.#numbers += 1;
    const trade_no = `2026${String(FakeEasyPay.#numbers).padStart(15, '0')}`;
    const order: FakeOrder = {
      out_trade_no,
      trade_no,
      name,
      money,
      type,
      notify_url,
      return_url,
      status: 0,
      refunded: 0,
    };
    this.orders.set(out_trade_no, order);
    return order;
  }

  /** The buyer pays. @returns the parameters of the notification */
  pay(tradeNo: string): Record<string, string> {
    const order = this.orders.get(tradeNo);
    if (order === undefined) throw new Error('EasyPay: no such order');
    order.status = 1;
    return this.notification(order);
  }

  notification(order: FakeOrder, changed: Record<string, string> = {}): Record<string, string> {
    const fields = {
      pid: PID,
      trade_no: order.trade_no,
      out_trade_no: order.out_trade_no,
      type: order.type,
      name: order.name,
      money: order.money,
      trade_status: 'TRADE_SUCCESS',
      ...changed,
    };
    return { ...fields, sign: signatureOf(fields), sign_type: 'MD5' };
  }

  /** The server's own calls. */
  readonly site: Site = ({ method, url, body }: AskedPage) => {
    if (url.pathname === '/mapi.php') return this.#mapi(method, body);
    if (url.pathname !== '/api.php') return undefined;
    if (method !== 'POST') return { status: 405 };
    const given = new URLSearchParams(body);
    const act = url.searchParams.get('act') ?? given.get('act');
    if (given.get('pid') !== PID || given.get('key') !== KEY)
      return answer({ code: -3, msg: '商户密钥错误' });
    const order = this.orders.get(given.get('out_trade_no') ?? '') ?? this.#byTradeNo(given.get('trade_no'));
    const broken = this.instead[act as 'order' | 'refund' | 'query'];
    if (broken !== undefined) return broken(order);
    if (act === 'query') return answer({ code: 1, pid: PID, key: KEY, active: 1, money: '0.00' });
    if (order === undefined) return answer({ code: -1, msg: '订单号不存在' });
    if (act === 'order') {
      const { out_trade_no, trade_no, type, name, money, status } = order;
      return answer({
        code: 1,
        msg: '查询订单号成功！',
        trade_no,
        out_trade_no,
        type,
        pid: PID,
        name,
        money,
        status,
      });
    }
    if (act === 'refund') return this.#refund(order, Number(given.get('money')));
    return answer({ code: -5, msg: 'No Act!' });
  };

  /** Makes an order as `submit.php` does; the method and the buyer's address must be there. */
  #mapi(method: string, body: string): Page {
    const fields = Object.fromEntries(new URLSearchParams(body));
    if (method !== 'POST' || fields.key !== undefined) return answer({ code: -4, msg: 'bad request' });
    if (!fields.type || !/^[\da-f.:]+$/.test(fields.clientip ?? ''))
      return answer({ code: -1, msg: '缺少参数' });
    if (!/^(pc|mobile|qq|wechat|alipay|jump)$/.test(fields.device ?? 'pc'))
      return answer({ code: -1, msg: 'device' });
    try {
      const { trade_no } = this.submit(fields);
      this.sent.push(fields);
      return answer({ code: 1, msg: '', trade_no, ...this.way });
    } catch (error) {
      return answer({ code: -1, msg: (error as Error).message });
    }
  }

  #byTradeNo(tradeNo: string | null): FakeOrder | undefined {
    return [...this.orders.values()].find(({ trade_no }) => trade_no === tradeNo);
  }

  #refund(order: FakeOrder, money: number): Page {
    const cents = Math.round(money * 100);
    const left = Math.round(Number(order.money) * 100) - order.refunded;
    if (order.status !== 1 || cents < 1 || cents > left) return answer({ code: -1, msg: '订单金额不足' });
    order.refunded += cents;
    return answer({ code: 1, msg: '退款成功' });
  }
}

const answer = (value: object): Page => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: JSON.stringify(value),
});

/** As the notes have it: `ksort`, then `k=v&` for filled values, without the last `&`, then the key. */
function signatureOf(fields: Readonly<Record<string, string>>): string {
  let text = '';
  for (const name of Object.keys(fields).sort()) {
    if (name === 'sign' || name === 'sign_type' || !fields[name]) continue;
    text += `${name}=${fields[name]}&`;
  }
  return createHash('md5').update(text.slice(0, -1)).update(KEY).digest('hex');
}
