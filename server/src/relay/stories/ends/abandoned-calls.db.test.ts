import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const BALANCE = 1_000_000;
const chat = { model: 'm', messages: [{ role: 'user', content: 'word '.repeat(1_000) }], max_tokens: 100 };

/** A server that takes connections and never says anything, so that no TLS session comes about. */
async function startSilentServer(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as { port: number }).port };
}

describe.each(anyDatabase)('a caller who leaves before the first byte, on $name', ({ open }) => {
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

describe('a caller who leaves after text has come', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: BALANCE });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    channel = await gateway.seed.channel({ model: 'm' });
  });
  afterEach(() => gateway.stop());

  const usage = { prompt_tokens: 7, completion_tokens: 500, total_tokens: 507 };
  const text = { index: 0, delta: { content: 'The answer is 42.' }, finish_reason: null };
  const end = { index: 0, delta: {}, finish_reason: 'stop' };
  const eventOf = (choice: object | null, rest = {}) =>
    `data: ${JSON.stringify({ choices: choice === null ? [] : [choice], ...rest })}\n\n`;

  const gatewaySeesLeaving = () =>
    vi.waitFor(() => expect(gateway.openAnswers()).toBe(0), { interval: 1, timeout: 5_000 });

  /** Reads until the answer contains a text, then leaves. */
  async function readUpTo(last: string, body: object) {
    const leaver = new AbortController();
    const reply = await gateway.post(user.token, body, { signal: leaver.signal });
    let seen = '';
    for await (const piece of reply.body as unknown as AsyncIterable<Uint8Array>) {
      seen += Buffer.from(piece).toString();
      if (seen.includes(last)) break;
    }
    leaver.abort();
    return vi.waitFor(
      async () => {
        const [row] = await gateway.logRowsOf(user);
        if (row === undefined) throw new Error('not logged yet');
        return row;
      },
      { timeout: 5_000 },
    );
  }

  it.each([
    { when: 'after the last word and before the usage', before: [text, end], after: [] },
    { when: 'before the last word, with the end on its way', before: [text], after: [end] },
  ])('pays what the upstream says at once: $when', async ({ before, after }) => {
    gateway.upstream(channel).does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const choice of before) response.write(eventOf(choice));
      await gatewaySeesLeaving();
      for (const choice of after) response.write(eventOf(choice));
      response.end(`${eventOf(null, { usage })}data: [DONE]\n\n`);
    });
    const last = after.length === 0 ? '"stop"' : '42';

    const row = await readUpTo(last, { ...chat, stream: true, stream_options: { include_usage: true } });

    expect(row).toMatchObject({ ended_by: 'client', prompt_tokens: 7, completion_tokens: 500, quota: 1507 });
    expect(row.metadata?.estimated).toBeUndefined();
    expect(await gateway.quotaOf(user)).toBe(BALANCE - 1507);
  });

  it('pays the part that left where the upstream goes on, and the upstream is left', async () => {
    let left: Promise<void> | null = null;
    gateway.upstream(channel).does((response, request) => {
      left = request.left;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(eventOf(text));
      const timer = setInterval(
        () => response.write(eventOf({ ...text, delta: { content: 'no '.repeat(1000) } })),
        100,
      );
      response.on('close', () => clearInterval(timer));
    });

    const row = await readUpTo('42', { ...chat, stream: true });

    await left;
    expect(row).toMatchObject({ ended_by: 'client', completion_tokens: 6, metadata: { estimated: true } });
  });

  it.each(['शहर के बीच में एक पुराना बाज़ार है। ', 'Город просыпается рано утром. ', ' '.repeat(60)])(
    'pays a text by its tokens where nobody knows whether a usage comes: %s',
    async (words) => {
      const said = words.repeat(20);
      gateway.upstream(channel).does((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const content of [said, 'the end']) response.write(eventOf({ ...text, delta: { content } }));
      });

      const row = await readUpTo('the end', { ...chat, max_tokens: 4_000, stream: true });

      expect(row).toMatchObject({ ended_by: 'client', completion_tokens: countTokens(`${said}the end`) });
    },
  );

  it('pays what the upstream said with the last piece that left, where it says it with each', async () => {
    let left: Promise<void> | null = null;
    gateway.upstream(channel).does((response, request) => {
      left = request.left;
      let tokens = 5;
      const say = (): void => {
        const usage = { prompt_tokens: 7, completion_tokens: tokens, total_tokens: 7 + tokens };
        response.write(eventOf({ ...text, delta: { content: 'The answer is 42.' } }, { usage }));
        tokens += 5;
      };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      say();
      void gatewaySeesLeaving().then(() => {
        const timer = setInterval(say, 5);
        response.on('close', () => clearInterval(timer));
      });
    });

    const row = await readUpTo('42', { ...chat, stream: true });

    await left;
    expect(row).toMatchObject({ ended_by: 'client', prompt_tokens: 7, completion_tokens: 5 });
    expect(row.metadata?.estimated).toBeUndefined();
  });

  it('pays what a long whole answer says at its end', async () => {
    gateway.upstream(channel).does(async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`{"choices":[{"index":0,"message":{"role":"assistant","content":"start `);
      for (let sent = 0; sent < 24; sent += 1) {
        if (!response.write('word '.repeat(13_107))) await once(response, 'drain');
      }
      await gatewaySeesLeaving();
      for (let sent = 0; sent < 24; sent += 1) {
        if (!response.write('word '.repeat(13_107))) await once(response, 'drain');
      }
      response.end(`"},"finish_reason":"stop"}],"usage":${JSON.stringify(usage)}}`);
    });

    const row = await readUpTo('start', chat);

    expect(row).toMatchObject({ ended_by: 'client', completion_tokens: 500, quota: 1507 });
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
