import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { serveInTurn } from './pipelined-requests.ts';

const requestOf = (path = '/') => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const answerSoon = (_request: IncomingMessage, response: ServerResponse): void => {
  setImmediate(() => response.end('ok'));
};
const answer = vi.fn(answerSoon);
const server = createServer((request, response) => answer(request, response));
serveInTurn(server);
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

it('answers fifty requests at once, and again, on one connection', async () => {
  const socket = connected();
  let answers = 0;
  socket.on('data', (bytes) => {
    answers += bytes.toString('latin1').split('HTTP/1.1 200').length - 1;
  });
  for (const total of [50, 100, 150]) {
    socket.write(requestOf().repeat(50));
    while (answers < total) await once(socket, 'data');
  }
  expect(answers).toBe(150);
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
  socket.write(requestOf('/a') + requestOf('/b'));
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

it('ends a connection with twenty thousand', async () => {
  const socket = connected();
  socket.write(requestOf().repeat(20_000));
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(begun().length).toBeLessThan(102);
});
