import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { FakeEasyPay, KEY, PID } from '../../server/test/support/payment/fake-easypay.ts';

/** The configuration of a payment gateway that pays at the fake page. */
export const merchant = { version: 'v1', partner_id: PID, key: KEY, pay_type: 'alipay' };

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A payment company's web server: its page has a button that pays, and reports the payment like the real one. */
export class FakePaymentPage {
  readonly easypay = new FakeEasyPay();
  readonly #server = createServer(async (request, reply) => {
    const {
      status = 200,
      headers,
      body = '',
    } = await this.#answer(request).catch((error: Error) => ({
      ...{ status: 400, headers: {}, body: error.message },
    }));
    reply.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  });

  static async start(): Promise<FakePaymentPage> {
    const page = new FakePaymentPage();
    await new Promise<void>((resolve) => page.#server.listen(0, '127.0.0.1', resolve));
    return page;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<Reply> {
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', this.url);
    const body = await text(request);
    if (url.pathname === '/submit.php') return this.#cashier(Object.fromEntries(new URLSearchParams(body)));
    if (url.pathname === '/pay') return this.#pay(new URLSearchParams(body).get('order') ?? '');
    return this.easypay.site({ method, url, headers: request.headers, body }) ?? { status: 404 };
  }

  #cashier(fields: Record<string, string>): Reply {
    const { name, money, out_trade_no } = this.easypay.submit(fields);
    return {
      body:
        `<!doctype html><title>Cashier</title><h1>${name}</h1><p>¥${money}</p>` +
        `<form method="post" action="/pay"><button name="order" value="${out_trade_no}">Pay now</button></form>`,
    };
  }

  async #pay(tradeNo: string): Promise<Reply> {
    const notification = new URLSearchParams(this.easypay.pay(tradeNo));
    const order = this.easypay.orders.get(tradeNo);
    const answer = await fetch(`${order?.notify_url}?${notification}`);
    return { body: `<!doctype html><title>Paid</title><h1>Paid</h1><p>${await answer.text()}</p>` };
  }
}
