import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import { redPng } from '../../../../test/support/picture-host.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { TestProxy } from '../../../../test/support/test-proxy.ts';

const MOONSHOT = 29;
const KEY = 'worker-key';
const PICTURE = 'https://pictures.example.com/red.png';

/** one-hub's worker: it takes one action, and answers with base64. */
async function startWorker() {
  const asked: unknown[] = [];
  const given = { answer: null as { status: number; body: string } | null };
  const server: Server = createServer(async (request, response) => {
    const body = (await json(request)) as Record<string, unknown>;
    const isRight = request.method === 'POST' && body.action === 'base64' && body.api_key === KEY;
    asked.push(body.url);
    const answered = { status: 200, message: 'ok', data: redPng.toString('base64'), mimeType: 'image/png' };
    const { status, body: text } = given.answer ?? {
      status: isRight ? 200 : 401,
      body: JSON.stringify(isRight ? answered : { status: 401, message: 'wrong key' }),
    };
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { asked, given, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

describe('pictures that requests name by addresses', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let proxy: TestProxy;
  let vendor: FakeUpstream;
  let gateway: TestGateway;
  let user: SeededUser;

  const start = async (relayOptions: object) => {
    gateway = await startTestGateway({ relayOptions });
    user = await gateway.seed.user({ quota: 100_000_000 });
    await gateway.seed.price({ model: 'kimi-k3', input: 1, output: 1 });
    await gateway.seed.channel({ type: MOONSHOT, model: 'kimi-k3', baseUrl: vendor.url });
  };
  beforeEach(async () => {
    worker = await startWorker();
    proxy = await TestProxy.start('http', { username: 'ann', password: 'secret' });
    vendor = await FakeUpstream.start({ refuses: () => null });
  });
  afterEach(async () => {
    await gateway.stop();
    await Promise.all([vendor.stop(), proxy.stop()]);
    worker.server.closeAllConnections();
    worker.server.close();
  });
  const ask = async (url: string) => {
    const content = [{ type: 'image_url', image_url: { url } }];
    const reply = await gateway.post(user.token, { model: 'kimi-k3', messages: [{ role: 'user', content }] });
    return { status: reply.status, text: await reply.text() };
  };

  it('are fetched by the worker where there is one, and by nothing else', async () => {
    const mediaWorker = { address: worker.url, key: KEY };
    await start({ mediaWorker, mediaProxy: proxy.url('ann:secret') });
    expect((await ask(PICTURE)).status).toBe(200);
    expect(worker.asked).toEqual([PICTURE]);
    expect(JSON.stringify(vendor.received.at(-1)?.body)).toContain(redPng.toString('base64'));
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    ['of a private network', 'http://10.0.0.1/red.png'],
    ['of this machine', 'http://localhost/red.png'],
    ['with a password', 'http://a:b@pictures.example.com/red.png'],
  ])('%s are not shown to the worker', async (_name, url) => {
    await start({ mediaWorker: { address: worker.url, key: KEY } });
    expect((await ask(url)).status).toBe(400);
    expect(worker.asked).toEqual([]);
  });

  it.each([
    ['refuses', { status: 401, body: '{"message":"wrong key"}' }],
    ['sends no JSON', { status: 200, body: '<html>' }],
    ['sends nothing', { status: 200, body: '{"data":""}' }],
    ['sends no picture', { status: 200, body: '{"data":"PGh0bWw+","mimeType":"text/html"}' }],
  ])('are refused where the worker %s, without its key', async (_name, answer) => {
    worker.given.answer = answer;
    await start({ mediaWorker: { address: worker.url, key: KEY } });
    const { status, text } = await ask(PICTURE);
    expect(status).toBe(400);
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(worker.url);
  });

  it('go through the proxy as checked addresses', async () => {
    await start({ mediaProxy: proxy.url('ann:secret') });
    // Nothing answers behind the proxy; it was asked for a way to the address.
    expect((await ask('http://93.184.216.34:8080/red.png')).status).toBe(400);
    expect(proxy.asked).toEqual(['93.184.216.34:8080']);
    expect(proxy.who).toEqual(['ann:secret']);
    for (const url of [
      'http://127.0.0.1:8080/x',
      'http://10.1.2.3/x',
      'http://metadata.internal/x',
      'http://93.184.216.34:22/x',
    ])
      expect((await ask(url)).status).toBe(400);
    expect(proxy.asked).toHaveLength(1);
  });
});
