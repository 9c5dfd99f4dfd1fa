import { createHash, randomFillSync } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { holdMemory } from '../memory/held-memory.ts';
import { nextTurn } from '../turns.ts';
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
    server = createServer((request, response) => {
      if (request.url === '/sized') response.setHeader('content-length', 11);
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

  const send = (to = origin, breakOff = new BreakOff(), path = '/'): Promise<UpstreamAnswer> =>
    client.send(
      { origin: to, path, method: 'GET', headers: [], body: null, allowPrivateNetwork: true },
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

  it.each(['/', '/sized'])('can be read piece by piece while their server pauses (%s)', async (path) => {
    client = createUpstreamClient(timeouts);
    const answer = await send(origin, new BreakOff(), path);
    const pieces: string[] = [];
    answer.consume({
      data(piece) {
        pieces.push(piece.toString());
        answer.pause();
        setImmediate(() => answer.resume());
      },
      end: () => pieces.push('end'),
      fail: () => pieces.push('fail'),
    });
    const [response] = waiting;
    for (const text of ['one', 'two', 'three']) {
      response?.write(text);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    response?.end();
    await vi.waitFor(() => expect(pieces).toEqual(['one', 'two', 'three', 'end']));
  });
});

describe('a large body', () => {
  const SIZE = 5_000_001;
  let server: Server;
  let client: UpstreamClient;
  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Sends held bytes to a server that treats requests so. */
  async function sendTo(listener: RequestListener, bytes: Buffer): Promise<UpstreamAnswer> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = createUpstreamClient(timeouts);
    holdMemory(bytes);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const request = { origin, path: '/', method: 'POST' as const, headers: [], allowPrivateNetwork: true };
    return client.send({ ...request, body: bytes, held: bytes }, new BreakOff());
  }
  const randomBody = () => randomFillSync(Buffer.allocUnsafeSlow(SIZE));
  const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it('is freed when it is sent, and arrives whole where it is read slowly', async () => {
    const bytes = randomBody();
    const digest = digestOf(bytes);
    let received = '';
    let heldWhileRead = 0;
    await sendTo(async (request, response) => {
      const hash = createHash('sha256');
      for await (const piece of request) {
        hash.update(piece);
        if (bytes.length > 0) heldWhileRead += 1;
        await nextTurn();
      }
      received = hash.digest('hex');
      response.end();
    }, bytes);

    expect(received).toBe(digest);
    expect(heldWhileRead).toBeGreaterThan(0);
    expect(bytes).toHaveLength(0);
  });

  it('stays where another holds it', async () => {
    const bytes = randomBody();
    const digest = digestOf(bytes);
    holdMemory(bytes);
    await sendTo((request, response) => {
      request.resume().on('end', () => response.end());
    }, bytes);
    expect(digestOf(bytes)).toBe(digest);
  });

  it('is not freed while it is being sent to somebody who has answered already', async () => {
    const bytes = randomBody();
    const answer = await sendTo((_request, response) => {
      response.flushHeaders();
    }, bytes);
    expect(answer.status).toBe(200);
    expect(bytes).toHaveLength(SIZE);
  });
});
