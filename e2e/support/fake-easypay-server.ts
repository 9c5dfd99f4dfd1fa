import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeEasyPay } from '../../server/test/support/payment/fake-easypay.ts';

/** An EasyPay server on a port of this machine. */
export async function startFakeEasyPay() {
  const easypay = new FakeEasyPay();
  const server = createServer(async (request, reply) => {
    let body = '';
    for await (const piece of request) body += piece;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const page = easypay.site({ method: request.method ?? '', url, headers: request.headers, body });
    reply.writeHead(page?.status ?? 404, page?.headers).end(page?.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    easypay,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
