import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';

let gateway: TestGateway;
let channel: { id: number };
const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
const ok = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage,
});
beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  channel = await gateway.seed.channel({ model: 'm' });
});
afterAll(() => gateway.stop());

const numbers = [
  '0',
  '-1',
  '1e308',
  '1e400',
  '1.5',
  '"5"',
  'null',
  'true',
  '[]',
  '{}',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '1E3',
  '-0',
  '1e-5',
  '00',
  '٣',
];

it('odd numbers', async () => {
  gateway.upstream(channel).does((r) => sendJson(r, 200, ok));
  const odd: unknown[] = [];
  for (const name of [
    'max_tokens',
    'max_completion_tokens',
    'n',
    'stream',
    'stream_options',
    'temperature',
    'service_tier',
    'reasoning_effort',
    'thinking',
    'best_of',
    'logprobs',
    'modalities',
    'audio',
    'prediction',
    'tools',
    'stop',
    'user',
    'metadata',
    'response_format',
    'web_search_options',
    'messages',
    'model',
  ])
    for (const v of numbers) {
      const user = await gateway.seed.user({ quota: 1_000_000 });
      const others =
        name === 'messages' || name === 'model'
          ? name === 'model'
            ? ',"messages":[{"role":"user","content":"hi"}]'
            : ',"model":"m"'
          : ',"model":"m","messages":[{"role":"user","content":"hi"}]';
      const before = gateway.upstream(channel).received.length;
      const body = `{"${name}":${v}${others}}`;
      const reply = await gateway.post(user.token, body);
      const text = await reply.text();
      const asked = gateway.upstream(channel).received.slice(before);
      const rows = await gateway.logRowsOf(user);
      const left = await gateway.quotaOf(user);
      if (
        reply.status >= 500 ||
        asked.length > 1 ||
        (asked.length === 1 && rows.length !== 1) ||
        left !== 1_000_000 - (rows[0]?.quota ?? 0) ||
        (asked.length === 1 && asked[0]?.rawBody !== body && !text.includes('stream'))
      )
        odd.push([name, v, reply.status, asked.map((a) => a.rawBody), rows.length, text.slice(0, 120)]);
    }
  for (const o of odd) console.log(JSON.stringify(o));
  expect(gateway.core.quotaBook.heldPoints()).toBe(0);
});

it('duplicates and spellings that hide a larger limit or another model', async () => {
  await gateway.seed.price({ model: 'dear', input: 1000, output: 1000 });
  const user = await gateway.seed.user({ quota: 1_000_000 });
  const cases = [
    '{"model":"m","model":"dear","messages":[{"role":"user","content":"hi"}]}',
    '{"model":"m","\\u006dodel":"dear","messages":[{"role":"user","content":"hi"}]}',
    '{"max_tokens":5,"max_tokens":100000,"model":"m","messages":[{"role":"user","content":"hi"}]}',
    '{"max_tokens":5,"max_completion_tokens":100000,"model":"m","messages":[{"role":"user","content":"hi"}]}',
    '{"max_tokens":5,"\\u006dax_tokens":100000,"model":"m","messages":[{"role":"user","content":"hi"}]}',
    '{"Model":"dear","model":"m","messages":[{"role":"user","content":"hi"}]}',
    '{"model":"m","messages":[{"role":"user","content":"hi"}],"n":1,"N":50}',
    `{"model":"m","messages":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    `{"model":"m","x":${'{"a":'.repeat(20000)}1${'}'.repeat(20000)},"messages":[{"role":"user","content":"hi"}]}`,
    '\ufeff{"model":"m","messages":[{"role":"user","content":"hi"}]}',
    '{"model":"m","messages":[{"role":"user","content":"hi"}]}{"model":"dear"}',
    '{"model":"m\\u0000","messages":[]}',
    '{"model":"m","messages":[{"role":"user","content":"\\ud800"}]}',
  ];
  for (const body of cases) {
    const before = gateway.upstream(channel).received.length;
    const reply = await gateway.post(user.token, body);
    const text = await reply.text();
    console.log(
      body.slice(0, 80),
      '→',
      reply.status,
      gateway
        .upstream(channel)
        .received.slice(before)
        .map((a) => a.rawBody.slice(0, 100)),
      text.slice(0, 90),
    );
    expect(reply.status).toBeLessThan(500);
  }
});

describe('hostile upstreams', () => {
  const raw = (write: (socket: import('node:net').Socket) => void) =>
    gateway.upstream(channel).does((response) => {
      const { socket } = response;
      if (socket) write(socket as never);
    });
  it.each<[string, (s: import('node:net').Socket) => void]>([
    [
      '100-continue many',
      (s) => {
        for (let i = 0; i < 500; i += 1) s.write('HTTP/1.1 100 Continue\r\n\r\n');
        s.write(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${ok.length}\r\n\r\n${ok}`,
        );
      },
    ],
    [
      'huge headers',
      (s) => {
        s.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}\r\n\r\n`);
      },
    ],
    [
      'chunk garbage',
      (s) => {
        s.write(
          'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\nZZ\r\nabc\r\n',
        );
      },
    ],
    [
      'negative length',
      (s) => {
        s.write('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello');
      },
    ],
    [
      'early close',
      (s) => {
        s.write(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${ok.length}\r\n\r\n${ok.slice(0, 40)}`,
        );
        s.destroy();
      },
    ],
    [
      '200 with an error',
      (s) => {
        const e = '{"error":{"message":"no credit","code":"insufficient_quota"}}';
        s.write(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${e.length}\r\n\r\n${e}`,
        );
      },
    ],
    [
      'gzip bomb',
      (s) => {
        const z = gzipSync(Buffer.alloc(300 * 2 ** 20, 0x20), { level: 9 });
        s.write(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${z.length}\r\n\r\n`,
        );
        s.write(z);
      },
    ],
    [
      'two answers',
      (s) => {
        const one = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${ok.length}\r\n\r\n${ok}`;
        s.write(one + one.replace('Hello', 'OTHER').replace(/"x"/, '"y"'));
      },
    ],
    [
      'smuggled length',
      (s) => {
        s.write(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n${ok.length.toString(16)}\r\n${ok}\r\n0\r\n\r\n`,
        );
      },
    ],
    [
      '101',
      (s) => {
        s.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello');
        setTimeout(() => s.destroy(), 300);
      },
    ],
    [
      '204',
      (s) => {
        s.write('HTTP/1.1 204 No Content\r\n\r\n');
      },
    ],
    [
      '302',
      (s) => {
        s.write('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n');
      },
    ],
  ])('%s', async (what, write) => {
    raw(write);
    for (const stream of [false, true]) {
      const user = await gateway.seed.user({ quota: 1_000_000 });
      const before = gateway.upstream(channel).received.length;
      const reply = await gateway.post(user.token, {
        model: 'm',
        stream,
        messages: [{ role: 'user', content: 'hi' }],
      });
      const text = await reply.text().catch((e) => `BROKEN ${e}`);
      const rows = await gateway.logRowsOf(user);
      console.log(
        what,
        stream,
        reply.status,
        gateway.upstream(channel).received.length - before,
        rows.map((r) => [r.quota, r.ended_by, r.metadata?.charged_by, r.metadata?.error_code]),
        text.slice(0, 100),
        Math.round(process.memoryUsage().rss / 2 ** 20),
      );
      expect(rows).toHaveLength(1);
      expect(gateway.core.quotaBook.heldPoints()).toBe(0);
      gateway.core.relay.cooldowns &&
        (gateway.core.relay.cooldowns as never as { reset?: () => void }).reset?.();
      await wait(5);
    }
  });
});

it('pipelined and half requests', async () => {
  gateway.upstream(channel).does((r) => sendJson(r, 200, ok));
  const user = await gateway.seed.user({ quota: 1_000_000 });
  const body = '{"model":"m","messages":[{"role":"user","content":"hi"}]}';
  const one = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${user.token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const { port } = new URL(gateway.url);
  const text = await new Promise<string>((resolve) => {
    const s = connect(Number(port), '127.0.0.1');
    let got = '';
    s.on('data', (d) => {
      got += d;
    });
    s.on('close', () => resolve(got));
    s.on('error', () => resolve(got));
    s.write(one.repeat(20) + one.slice(0, 150));
    setTimeout(() => s.destroy(), 1500);
  });
  const rows = await gateway.logRowsOf(user);
  console.log('pipelined', text.match(/HTTP\/1.1 \d+/g)?.length, rows.length);
  expect(rows.length).toBeGreaterThan(0);
  expect(await gateway.quotaOf(user)).toBe(1_000_000 - rows.reduce((s, r) => s + r.quota, 0));
});
