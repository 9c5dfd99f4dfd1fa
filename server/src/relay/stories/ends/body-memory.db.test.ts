import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { framedEvents, sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';
import { returnMemory } from '../../../platform/memory/return-memory.ts';

const MIB = 2 ** 20;
const chat = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 2 };
const longText = 'word '.repeat(20_000);

/** A caller who begins a body of 30 MB and does not end it. */
function startBody(gateway: TestGateway, token: string, { isAnnounced }: { isAnnounced: boolean }) {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  const call = { socket, answer: '' };
  socket.on('data', (text) => {
    call.answer += text;
  });
  socket.on('error', () => {});
  const length = isAnnounced ? `content-length: ${30 * MIB}` : 'transfer-encoding: chunked';
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${length}\r\n\r\n`,
  );
  const piece = Buffer.alloc(MIB, ' ');
  const chunk = isAnnounced ? piece : Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')]);
  for (let sent = 0; sent < 29; sent += 1) socket.write(chunk);
  return call;
}

describe.each(anyDatabase)('memory of unfinished bodies, $name', (database) => {
  let opened: Awaited<ReturnType<typeof database.open>>;
  let gateway: TestGateway;
  let sockets: Socket[] = [];

  beforeEach(async () => {
    opened = await database.open();
    gateway = await startTestGateway({ databaseUrl: opened.url });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    await gateway.seed.channel({ model: 'm' });
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await gateway.stop();
    await opened.drop();
  });

  const startBodies = (token: string, count: number, options: { isAnnounced: boolean }) => {
    const calls = Array.from({ length: count }, () => startBody(gateway, token, options));
    sockets.push(...calls.map(({ socket }) => socket));
    return calls;
  };

  it.each([
    { what: 'announced', isAnnounced: true },
    { what: 'of unknown length', isAnnounced: false },
  ])(
    'sixty bodies, $what, of a user without balance are refused, and a paying user goes on',
    async (options) => {
      const poor = await gateway.seed.user({ quota: 0 });
      const rich = await gateway.seed.user({ quota: 1_000_000 });
      returnMemory();
      const before = process.memoryUsage().arrayBuffers;

      const calls = startBodies(poor.token, 60, options);
      const reply = await gateway.post(rich.token, chat);
      await vi.waitUntil(() => calls.every(({ answer }) => answer.includes('insufficient_quota')), 20_000);

      expect(reply.status).toBe(200);
      expect(gateway.core.relay.bodyBudget.heldBytes).toBe(0);
      returnMemory();
      // The process also holds the unsent bytes of this test's callers: one buffer each.
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(160 * MIB);
      expect(await gateway.quotaOf(poor)).toBe(0);
    },
  );

  it('a user who pays may hold a quarter of the memory, and gets it back', async () => {
    const hog = await gateway.seed.user({ quota: 1_000_000 });
    const other = await gateway.seed.user({ quota: 1_000_000 });

    const calls = startBodies(hog.token, 6, { isAnnounced: false });
    await vi.waitUntil(
      () => calls.filter(({ answer }) => answer.includes('rate_limit_exceeded')).length >= 4,
      20_000,
    );
    const large = { ...chat, messages: [{ role: 'user', content: longText }] };
    const reply = await gateway.post(other.token, large);

    expect(reply.status).toBe(200);
    expect(calls.some(({ answer }) => /HTTP\/1.1 429.*retry-after: 1\r\n/s.test(answer))).toBe(true);
    expect(gateway.core.relay.bodyBudget.heldBytes).toBeLessThanOrEqual(64 * MIB);
    for (const socket of sockets) socket.destroy();
    await vi.waitUntil(() => gateway.core.relay.bodyBudget.heldBytes === 0);
  });

  it('a user without balance may send 64 KiB, and more where a model costs nothing', async () => {
    const poor = await gateway.seed.user({ quota: 0 });
    const large = { ...chat, messages: [{ role: 'user', content: longText }] };
    expect((await gateway.post(poor.token, large)).status).toBe(429);

    await gateway.seed.price({ model: 'free', input: 0, output: 0 });
    expect((await gateway.post(poor.token, large)).status).toBe(429);
    await gateway.seed.channel({ model: 'free' });

    expect((await gateway.post(poor.token, { ...large, model: 'free' })).status).toBe(200);
  });

  it('a token without remainder is refused like a balance', async () => {
    const user = await gateway.seed.user({ quota: 1_000_000, tokenQuota: 0 });
    const large = { ...chat, messages: [{ role: 'user', content: longText }] };

    const reply = await gateway.post(user.token, large);

    expect(reply.headers.get('x-error-code')).toBe('quota.token_insufficient');
  });

  it('a body is let go at the first byte of an answer whose usage is known to come', async () => {
    const user = await gateway.seed.user({ quota: 1_000_000_000 });
    const channel = await gateway.seed.channel({ model: 'streamed' });
    const events = framedEvents('openai-chat/hello.chunks.txt');
    const stream = { ...chat, model: 'streamed', stream: true, stream_options: { include_usage: true } };
    gateway.upstream(channel).streams(events);
    await gateway.seed.price({ model: 'streamed', input: 1, output: 3 });
    await (await gateway.post(user.token, stream)).text();
    let end = (): void => {};
    gateway.upstream(channel).does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events.slice(0, 2).join(''));
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      response.end(events.slice(2).join(''));
    });
    returnMemory();
    const before = process.memoryUsage().arrayBuffers;

    const messages = [{ role: 'user', content: longText.repeat(100) }];
    // Not by fetch, which would keep the body itself.
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    sockets.push(socket);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.write(requestText(user.token, JSON.stringify({ ...stream, messages })));
    await vi.waitUntil(() => answer.includes('data: '), 10_000);
    returnMemory();
    const after = process.memoryUsage().arrayBuffers;
    end();
    await vi.waitUntil(() => answer.includes('[DONE]'));

    expect(gateway.upstream(channel).received.at(-1)?.body.messages).toEqual(messages);
    expect(gateway.core.relay.bodyBudget.heldBytes).toBe(0);
    expect(after - before).toBeLessThan(4 * MIB);
    expect((await gateway.logRowsOf(user)).map(({ metadata }) => metadata?.estimated ?? false)).toEqual([
      false,
      false,
    ]);
  });
});

const requestText = (token: string, body: string): string =>
  `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
  `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

it('an answer is not held back where the memory for it is used up', async () => {
  const gateway = await startTestGateway({
    env: { TURNPIKE_BODY_LIMIT: '100000', TURNPIKE_BODY_MEMORY: '400000' },
  });
  const user = await gateway.seed.user({ quota: 1_000_000 });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  const channel = await gateway.seed.channel({ model: 'm' });
  const usage = { prompt_tokens: 9, completion_tokens: 2 };
  let end = (): void => {};
  gateway.upstream(channel).does(async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(`{"choices":[{"message":{"content":"${'word '.repeat(60_000)}`);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    response.end(`"}}],"usage":${JSON.stringify(usage)}}`);
  });

  const reply = await gateway.post(user.token, chat);
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  end();
  while (!(await reader.read()).done);

  expect(first.done).toBe(false);
  expect(await gateway.quotaOf(user)).toBe(1_000_000 - 15);
  await vi.waitUntil(() => gateway.core.relay.bodyBudget.heldBytes === 0);
  await gateway.stop();
});

it.each([
  { what: 'converted', path: '/v1/messages', stream: false },
  { what: 'of JSON, told as a stream', path: '/v1/chat/completions', stream: true },
])('an answer $what that a user has no memory for is refused as theirs', async ({ path, stream }) => {
  const gateway = await startTestGateway({
    env: { TURNPIKE_BODY_LIMIT: '100000', TURNPIKE_BODY_MEMORY: '400000' },
  });
  const user = await gateway.seed.user({ quota: 1_000_000 });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  const channel = await gateway.seed.channel({ model: 'm', priority: 2 });
  const other = await gateway.seed.channel({ model: 'm', priority: 1 });
  const content = 'word '.repeat(60_000);
  gateway
    .upstream(channel)
    .does((response) =>
      sendJson(
        response,
        200,
        JSON.stringify({ choices: [{ index: 0, message: { content }, finish_reason: 'stop' }] }),
      ),
    );
  for (let at = 0; at < 4; at += 1) {
    const reply = await gateway.post(user.token, { ...chat, stream }, { path });
    expect(reply.headers.get('x-error-code')).toBe('rate.body_bytes');
  }
  expect(gateway.upstream(channel).received).toHaveLength(4);
  expect(gateway.upstream(other).received).toHaveLength(0);
  await gateway.stop();
});
