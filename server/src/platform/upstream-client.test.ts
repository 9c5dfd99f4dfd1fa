import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { BreakOff } from './break-off.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import { createUpstreamClient, type UpstreamClient } from './upstream-client.ts';

const { timeouts } = readSettings({});

describe('many streams to one address', () => {
  let server: Server;
  let origin: string;
  let client: UpstreamClient;
  const waiting: ServerResponse[] = [];

  beforeEach(async () => {
    waiting.length = 0;
    server = createServer((_request, response) => {
      response.flushHeaders();
      waiting.push(response);
    });
    await new Promise<void>((resolve) => server.listen({ port: 0, backlog: 2048 }, resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = (to = origin, breakOff = new BreakOff()): Promise<UpstreamAnswer> =>
    client.send(
      { origin: to, path: '/', method: 'GET', headers: [], body: null, allowPrivateNetwork: true },
      breakOff,
    );
  const endOf = (answer: UpstreamAnswer) =>
    new Promise<void>((resolve) => answer.consume({ data() {}, end: resolve, fail: () => resolve() }));

  it('are all open at once, also beyond a thousand', async () => {
    client = createUpstreamClient(timeouts);
    const answers = await Promise.all(Array.from({ length: 1100 }, () => send()));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('are refused at once beyond the limit, and only for that address', async () => {
    client = createUpstreamClient(timeouts, { maxOpenPerOrigin: 3 });
    const [first, second] = await Promise.all([send(), send(), send()]);

    await expect(send()).rejects.toMatchObject({ name: 'UpstreamError', fault: 'unreachable' });
    const elsewhere = origin.replace('127.0.0.1', 'localhost');
    await expect(send(elsewhere)).resolves.toMatchObject({ status: 200 });

    // One is complete, one is given up: two places are free.
    waiting[0]?.end();
    await Promise.race([first, second].map((answer) => endOf(answer as UpstreamAnswer)));
    const breakOff = new BreakOff();
    await vi.waitFor(async () => expect((await send(origin, breakOff)).status).toBe(200));
    breakOff.break();
    await vi.waitFor(async () => expect((await send()).status).toBe(200));
    await expect(send()).rejects.toMatchObject({ fault: 'unreachable' });
  });
});
