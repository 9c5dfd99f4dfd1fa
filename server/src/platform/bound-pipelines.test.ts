import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { boundPipelines } from './bound-pipelines.ts';

const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
let taken = 0;
const server = createServer((_request, response) => {
  taken += 1;
  setImmediate(() => response.end('ok'));
});
boundPipelines(server);
beforeEach(async () => {
  taken = 0;
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
    socket.write(request.repeat(50));
    while (answers < total) await once(socket, 'data');
  }
  expect(answers).toBe(150);
});

it('ends a connection with twenty thousand', async () => {
  const socket = connected();
  socket.write(request.repeat(20_000));
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  // Those of the network reads that had come.
  expect(taken).toBeLessThan(5000);
});
