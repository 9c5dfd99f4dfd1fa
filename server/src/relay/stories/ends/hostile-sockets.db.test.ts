import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const OPENAI = 1;
const MIB = 2 ** 20;
const BALANCE = 1_000_000;
const opening = JSON.stringify({ type: 'session.created', session: { id: 'sess_1' } });

/** A vendor whose answers to an upgrade, and whose messages, are written by hand. */
class HandmadeVendor {
  readonly server: Server;
  readonly #sockets = new Set<Socket>();
  asked = 0;
  /** Answers an upgrade by itself; null lets a socket open. */
  refuses: ((connection: Duplex) => void) | null = null;
  opens: (socket: WebSocket) => void = (socket) => socket.send(opening);

  constructor() {
    this.server = createServer((_request, response) => response.writeHead(404).end());
    const acceptor = new WebSocketServer({ noServer: true });
    this.server.on('connection', (socket) => this.#sockets.add(socket));
    this.server.on('upgrade', (request, connection, head) => {
      this.asked += 1;
      connection.on('error', () => {});
      if (this.refuses !== null) return this.refuses(connection);
      acceptor.handleUpgrade(request, connection, head, (socket) => {
        socket.on('error', () => {});
        this.opens(socket);
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Outcome of a caller's socket: refused with a status, or opened, with its messages and its close code. */
interface Outcome {
  status: number | null;
  code: string;
  messages: string[];
  closedWith: number | null;
}

// The behaviour of vendors does not depend on the database.
describe('a hostile vendor of sessions by voice', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: HandmadeVendor;
  let elsewhere: HandmadeVendor;
  let elsewhereUrl: string;

  beforeEach(async () => {
    vendor = new HandmadeVendor();
    elsewhere = new HandmadeVendor();
    const baseUrl = await vendor.start();
    elsewhereUrl = await elsewhere.start();
    gateway = await startTestGateway({ env: { TURNPIKE_HEADER_TIMEOUT: '3' } });
    user = await gateway.seed.user({ quota: BALANCE });
    await gateway.seed.price({ model: 'voice', input: 1, output: 1 });
    await gateway.seed.channel({ model: 'voice', type: OPENAI, baseUrl });
  });
  afterEach(async () => {
    await gateway.stop();
    await Promise.all([vendor.stop(), elsewhere.stop()]);
  });

  const call = (says: string[] = []): Promise<Outcome> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${gateway.url.replace(/^http/, 'ws')}/v1/realtime?model=voice`, {
        headers: { authorization: `Bearer ${user.token}` },
      });
      const outcome: Outcome = { status: null, code: '', messages: [], closedWith: null };
      socket.on('error', () => {});
      socket.on('open', () => {
        for (const text of says) socket.send(text);
      });
      socket.on('message', (data: Buffer) => outcome.messages.push(data.toString('utf8').slice(0, 300)));
      socket.on('unexpected-response', (_request, response) => {
        const { statusCode = 0, headers } = response;
        response.destroy();
        resolve({ ...outcome, status: statusCode, code: String(headers['x-error-code']) });
      });
      socket.on('close', (closedWith) => resolve({ ...outcome, closedWith }));
    });
  const expectNothingLeft = async (): Promise<void> => {
    await vi.waitFor(() => expect(gateway.core.quotaBook.heldPoints()).toBe(0));
    expect(await gateway.quotaOf(user)).toBe(BALANCE);
  };

  const answerOf = (status: string, type: string, body: string, more = ''): string =>
    `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\n${more}content-length: ${body.length}\r\n\r\n${body}`;
  const refusals: Readonly<Record<string, { answer(): string; status: number; code: string }>> = {
    'with a page': {
      answer: () => answerOf('200 OK', 'text/html', '<title>Sign in</title>'),
      ...{ status: 502, code: 'upstream.error' },
    },
    'with a redirect': {
      answer: () => answerOf('307 Temporary Redirect', 'text/html', '', `location: ${elsewhereUrl}\r\n`),
      ...{ status: 502, code: 'upstream.error' },
    },
    'with bytes that are no HTTP': {
      answer: () => 'SSH-2.0-OpenSSH_9.9\r\n',
      ...{ status: 502, code: 'upstream.broken_answer' },
    },
    'with an accepted key that is wrong': {
      answer: () =>
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: AAAA\r\n\r\n',
      ...{ status: 502, code: 'upstream.broken_answer' },
    },
  };
  it.each(Object.entries(refusals))('that answers %s opens no session', async (_what, refusal) => {
    vendor.refuses = (connection) => connection.end(refusal.answer());

    expect(await call()).toMatchObject({ status: refusal.status, code: refusal.code });
    expect(vendor.asked).toBe(1);
    expect(elsewhere.asked).toBe(0);
    await expectNothingLeft();
  });

  it('that answers with a page without end opens no session', async () => {
    vendor.refuses = (connection) => {
      connection.write('HTTP/1.1 503 Busy\r\ncontent-type: text/html\r\n\r\n');
      const page = Buffer.alloc(MIB, 'page ');
      const next = (error?: Error | null): void => {
        if (!error && !connection.destroyed) connection.write(page, (failed) => setImmediate(next, failed));
      };
      next();
    };

    expect(await call()).toMatchObject({ status: 503, code: 'upstream.overloaded' });
    await expectNothingLeft();
  });

  const messages: Readonly<Record<string, (socket: WebSocket) => void>> = {
    'no JSON': (socket) => socket.send('Internal {{{'),
    'a list': (socket) => socket.send('[]'),
    bytes: (socket) => socket.send(Buffer.from(opening), { binary: true }),
    'more than a message may have': (socket) => socket.send(`{"type":"x","a":"${'a'.repeat(9 * MIB)}"}`),
    'nothing, and closes': (socket) => socket.close(1000, 'bye'),
    'what breaks the protocol': (socket) =>
      (socket as unknown as { _socket: Socket })._socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff])),
  };
  it.each(Object.entries(messages))('whose first message is %s opens no session', async (_what, says) => {
    vendor.opens = says;

    expect(await call()).toMatchObject({ status: 502, code: 'upstream.broken_answer' });
    await expectNothingLeft();
  });

  it.each(Object.entries(messages))('that says %s later ends the session', async (_what, says) => {
    vendor.opens = (socket) => {
      socket.send(opening);
      socket.once('message', () => says(socket));
    };

    const outcome = await call([JSON.stringify({ type: 'response.cancel' })]);

    expect(outcome.messages[0]).toBe(opening);
    expect(outcome.messages.slice(1).filter((text) => !text.includes('"error"'))).toEqual([]);
    expect(outcome.closedWith).toEqual(expect.any(Number));
    await expectNothingLeft();
  });

  it('that says nothing opens no session', async () => {
    vendor.opens = () => {};
    expect(await call()).toMatchObject({ status: 504, code: 'upstream.timeout' });
    await expectNothingLeft();
  });
});
