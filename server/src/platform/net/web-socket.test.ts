import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { asksForSocket, routeUpgrades } from './web-socket.ts';

const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const UPGRADE = 'GET /socket HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
const answer = vi.fn<RequestListener>();
const route = vi.fn(
  (_request: unknown, response: ServerResponse) => void response.writeHead(404).end('none'),
);
const server = createServer({ shouldUpgradeCallback: asksForSocket }, (request, response) =>
  answer(request, response),
);
routeUpgrades(server, route);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  answer.mockReset();
  route.mockClear();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns everything received until the connection ends. */
async function answersTo(text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let got = '';
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    got += bytes.toString('latin1');
  });
  socket.write(text);
  await new Promise((resolve) => socket.once('close', resolve));
  return got;
}

it('gives a request for a socket to the routes', async () => {
  expect(await answersTo(UPGRADE)).toContain('404');
  expect(route).toHaveBeenCalledTimes(1);
});

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

it.each(['destroy', 'resetAndDestroy', 'end'] as const)(
  'keeps no connection of one that is refused and sends more: %s',
  async (leave) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`${UPGRADE}more`);
    await once(socket, 'data');
    socket.write('and more');
    socket[leave]();

    await expect.poll(openConnections).toBe(0);
  },
);

it('takes a call with a body for one that asks for none: of its connection the end would not be read', async () => {
  answer.mockImplementation((_request, response) => response.setHeader('connection', 'close').end('plain'));

  expect(await answersTo(UPGRADE.replace('GET', 'POST'))).toContain('plain');
  expect(route).not.toHaveBeenCalled();
});

it('ends a connection that asks for a socket behind a request that is not answered yet', async () => {
  const left = Promise.withResolvers<void>();
  answer.mockImplementation((_request, response) => void response.once('close', left.resolve));

  expect(await answersTo(GET + UPGRADE)).toBe('');

  await left.promise;
  expect(route).not.toHaveBeenCalled();
});

it('ends one behind an answer of the runtime’s own', async () => {
  await answersTo(`GET / HTTP/1.1\r\n\r\n${UPGRADE}`);

  expect(answer).not.toHaveBeenCalled();
  expect(route).not.toHaveBeenCalled();
});
