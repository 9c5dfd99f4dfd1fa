import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveInTurn } from './pipelined-requests.ts';

const requestOf = (path = '/') => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const answerSoon = (_request: IncomingMessage, response: ServerResponse): void => {
  setImmediate(() => response.end('ok'));
};
const answer = vi.fn(answerSoon);
const server = createServer((request, response) => answer(request, response));
const PATIENCE_MS = 100;
serveInTurn(server, { patienceMs: PATIENCE_MS });
const begun = () => answer.mock.calls.map(([{ url }]) => url);

beforeEach(async () => {
  answer.mockReset().mockImplementation(answerSoon);
  if (server.listening) return;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function connected() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}

it('answers ten requests at once, and again, on one connection', async () => {
  const socket = connected();
  let answers = 0;
  socket.on('data', (bytes) => {
    answers += bytes.toString('latin1').split('HTTP/1.1 200').length - 1;
  });
  for (const total of [10, 20, 30]) {
    socket.write(requestOf().repeat(10));
    while (answers < total) await once(socket, 'data');
  }
  expect(answers).toBe(30);
});

it('begins a request when the one before it is answered', async () => {
  const responses: ServerResponse[] = [];
  answer.mockImplementation((_request, response) => void responses.push(response));
  const socket = connected();
  socket.write(requestOf('/a') + requestOf('/b'));
  await expect.poll(begun).toEqual(['/a']);

  responses[0]?.end('ok');

  await expect.poll(begun).toEqual(['/a', '/b']);
  responses[1]?.end('ok');
  socket.destroy();
});

it('begins none behind an answer that ends the connection', async () => {
  answer.mockImplementation((_request, response) => response.setHeader('connection', 'close').end('no'));
  const socket = connected();
  socket.write(requestOf('/a') + requestOf('/b').repeat(10));
  socket.resume();

  await new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(begun()).toEqual(['/a']);
});

it('begins none whose caller has left', async () => {
  const left = Promise.withResolvers<void>();
  answer.mockImplementation((_request, response) => response.once('close', left.resolve));
  const socket = connected();
  socket.write(requestOf('/a') + requestOf('/b'));
  await expect.poll(begun).toEqual(['/a']);

  socket.destroy();
  await left.promise;
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(begun()).toEqual(['/a']);
});

it('begins none behind an answer of the runtime’s own that ends the connection', async () => {
  const socket = connected();
  socket.write(`GET /a HTTP/1.1\r\n\r\n${requestOf('/b').repeat(10)}`);
  socket.resume();

  await new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(begun()).toEqual([]);
});

describe('a request whose body waits for long', () => {
  const LARGE = 8 * 2 ** 20;
  const bodied = `POST /b HTTP/1.1\r\nhost: a\r\ncontent-length: ${LARGE}\r\n\r\n`;
  const responses: ServerResponse[] = [];
  beforeEach(() => {
    responses.length = 0;
    answer.mockImplementation((_request, response) => void responses.push(response));
  });

  it('is not begun, and the connection ends with the answer before it', async () => {
    const socket = connected();
    let got = '';
    socket.on('data', (bytes) => {
      got += bytes.toString('latin1');
    });
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(requestOf('/a') + bodied);
    socket.write(Buffer.alloc(LARGE));
    await expect.poll(begun).toEqual(['/a']);
    await new Promise((resolve) => setTimeout(resolve, 2 * PATIENCE_MS));

    responses[0]?.end('first');

    await ended;
    expect(got).toContain('first');
    expect(begun()).toEqual(['/a']);
  });

  it('does not hide that its caller left', async () => {
    const socket = connected();
    socket.write(requestOf('/a') + bodied);
    await new Promise<void>((resolve) => {
      socket.write(Buffer.alloc(LARGE - 1), () => resolve());
    });
    const left = new Promise((resolve) => responses[0]?.once('close', resolve));

    socket.destroy();

    await left;
    expect(begun()).toEqual(['/a']);
  });

  it('is not waited for where another request waits already', async () => {
    const socket = connected();
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    socket.write(requestOf('/a') + requestOf('/c') + bodied);
    await new Promise<void>((resolve) => {
      socket.write(Buffer.alloc(LARGE), () => resolve());
    });

    responses[0]?.end('first');

    await ended;
    expect(begun()).toEqual(['/a']);
  });

  it('is begun where the answer before it ends in time', async () => {
    answer.mockImplementation(answerSoon);
    const socket = connected();

    socket.write(requestOf('/a') + bodied);

    await expect.poll(begun).toEqual(['/a', '/b']);
    socket.destroy();
  });
});

it('ends a connection with twenty thousand', async () => {
  const socket = connected();
  socket.write(requestOf().repeat(20_000));
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(begun().length).toBeLessThan(20);
});
