import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../../test/support/databases.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../test/support/test-gateway.ts';

const BALANCE = 1_000_000;
const chat = { model: 'm', messages: [{ role: 'user', content: 'word '.repeat(1_000) }], max_tokens: 100 };

/** A server that takes connections and never says anything, so that no TLS session comes about. */
async function startSilentServer(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as { port: number }).port };
}

describe.each(databases)('a caller who leaves before the first byte, on $name', ({ open }) => {
  const closing: (() => unknown)[] = [];
  let gateway: TestGateway;
  let user: SeededUser;

  async function start(
    options: Omit<NonNullable<Parameters<typeof startTestGateway>[0]>, 'databaseUrl'> = {},
  ) {
    const database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url, ...options });
    closing.push(
      () => gateway.stop(),
      () => database.drop(),
    );
    user = await gateway.seed.user({ quota: BALANCE });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  }
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  /** Calls, leaves as soon as `isTime` holds, and reads how the call was logged. */
  async function leave(isTime: () => unknown, body: object = chat) {
    const leaver = new AbortController();
    const call = gateway.post(user.token, body, { signal: leaver.signal }).catch(() => 'left');
    await vi.waitFor(isTime, { interval: 5 });
    leaver.abort();
    await call;
    return vi.waitFor(async () => {
      const [row] = await gateway.logRowsOf(user);
      if (row === undefined) throw new Error('not logged yet');
      return row;
    });
  }

  it.each([
    { what: 'whole', body: chat },
    { what: 'streamed', body: { ...chat, stream: true } },
  ])('pays the input that the upstream has taken, estimated: a $what answer', async ({ body }) => {
    await start();
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does(() => {});

    const row = await leave(() => expect(gateway.upstream(channel).received).toHaveLength(1), body);

    expect(row).toMatchObject({ ended_by: 'client', completion_tokens: 0, metadata: { estimated: true } });
    expect(row.quota).toBeGreaterThan(1_000);
    expect(row.quota).toBeLessThan(1_700);
    expect(await gateway.quotaOf(user)).toBe(BALANCE - row.quota);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('pays it too when the upstream has begun to answer and no text has come', async () => {
    await start();
    const channel = await gateway.seed.channel({ model: 'm' });
    let hasBegun = false;
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      hasBegun = true;
    });

    const row = await leave(() => expect(hasBegun).toBe(true), { ...chat, stream: true });

    expect(row).toMatchObject({ ended_by: 'client', metadata: { estimated: true } });
    expect(row.quota).toBeGreaterThan(1_000);
  });

  it('pays nothing where the site does not charge it', async () => {
    await start({ relayOptions: { chargeAbandonedInput: false } });
    const channel = await gateway.seed.channel({ model: 'm' });
    gateway.upstream(channel).does(() => {});

    const row = await leave(() => expect(gateway.upstream(channel).received).toHaveLength(1));

    expect(row).toMatchObject({ ended_by: 'client', quota: 0 });
    expect(await gateway.quotaOf(user)).toBe(BALANCE);
  });

  it('pays nothing while the upstream is still being connected to', async () => {
    await start();
    const { server, port } = await startSilentServer();
    closing.unshift(() => server.close());
    let connections = 0;
    server.on('connection', (socket) => {
      connections += 1;
      socket.on('close', () => socket.destroy());
    });
    await gateway.seed.channel({ model: 'm', baseUrl: `https://127.0.0.1:${port}` });

    const row = await leave(() => expect(connections).toBe(1));

    expect(row).toMatchObject({ ended_by: 'client', quota: 0 });
  });

  it('pays nothing where the upstream has refused the request', async () => {
    await start();
    const channel = await gateway.seed.channel({ model: 'm' });
    let hasRefused = false;
    gateway.upstream(channel).does((response) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.write('{"error":', () => {
        hasRefused = true;
      });
    });

    const row = await leave(() => expect(hasRefused).toBe(true));

    expect(row).toMatchObject({ ended_by: 'client', quota: 0 });
  });
});

it('a time limit of the gateway before the first byte costs the caller nothing', async () => {
  const gateway = await startTestGateway({ env: { TURNPIKE_TOTAL_TIMEOUT: '1' } });
  const user = await gateway.seed.user({ quota: BALANCE });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  const channel = await gateway.seed.channel({ model: 'm' });
  gateway.upstream(channel).does(() => {});

  expect((await gateway.post(user.token, chat)).status).toBe(504);

  expect(await gateway.logRowsOf(user)).toMatchObject([{ ended_by: 'timeout', quota: 0 }]);
  await gateway.stop();
});
