import type { ServerResponse } from 'node:http';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import { isLong } from '../../../../test/support/long-tests.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const CHANNELS = 20;
const CALLS_PER_SECOND = isLong ? 200 : 60;
const SECONDS = isLong ? 600 : 4;
/** A third of the channels fail; which they are, and how, changes all the time. */
const FAILING = 7;
const TURN_MS = isLong ? 5000 : 700;
const ANSWER = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };

type Failure = (response: ServerResponse) => void;
/** Failures before the first content. */
const failures: Readonly<Record<string, Failure>> = {
  refuse: (response) => response.destroy(),
  busy: (response) => sendJson(response, 429, '{"error":{"message":"slow down"}}', { 'retry-after': '1' }),
  broken: (response) => sendJson(response, 500, '{"error":{"message":"down"}}'),
  hang: () => {},
  cut(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"id":"c","choices":[{"index":0,"delta":{"role":"assi');
    setTimeout(() => response.destroy(), 5);
  },
  garbage: (response) => sendJson(response, 200, '<html>Bad gateway</html>'),
  error: (response) => sendJson(response, 200, '{"error":{"message":"inside","type":"server_error"}}'),
};

function answerWell(response: ServerResponse, isStream: boolean): void {
  const base = { id: 'c', created: 1, model: 'm' };
  if (!isStream) {
    const message = { role: 'assistant', content: 'Hi' };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    sendJson(response, 200, JSON.stringify({ ...base, object: 'chat.completion', choices, usage: ANSWER }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (rest: object) => response.write(`data: ${JSON.stringify({ ...base, ...rest })}\n\n`);
  send({ choices: [{ index: 0, delta: { role: 'assistant', content: 'Hi' }, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ choices: [], usage: ANSWER });
  response.end('data: [DONE]\n\n');
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Settings: RetryTimes 19, RetryTimeOut 60, first token guard 1 s (2 s in the long form). */
describe('channels of which a third fail', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  let upstreams: FakeUpstream[];
  let callers: Pool;
  beforeAll(async () => {
    gateway = await startTestGateway({
      relayOptions: {
        ...{ retryTimes: 19, retryTimeOutSeconds: 60, retryCooldownSeconds: 1 },
        firstTokenSeconds: isLong ? 2 : 1,
      },
    });
    caller = await gateway.seed.user({ quota: 1_000_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    upstreams = await Promise.all(Array.from({ length: CHANNELS }, () => FakeUpstream.start()));
    callers = new Pool(gateway.url, { connections: 128 });
    for (const { url } of upstreams) await gateway.seed.channel({ model: 'm', baseUrl: url });
  });
  afterAll(async () => {
    await callers.close();
    await gateway.stop();
    await Promise.all(upstreams.map((upstream) => upstream.stop()));
  });

  /** Which channels fail now, and how. A whole answer has no guard, so only streams hang. */
  function shuffle(turn: number): void {
    const names = Object.keys(failures);
    for (const [index, upstream] of upstreams.entries()) {
      const isFailing = (index + turn * 3) % CHANNELS < FAILING;
      const name = names[(index + turn) % names.length] ?? '';
      upstream.does((response, { body }) => {
        const isStream = body.stream === true;
        if (isFailing && (name !== 'hang' || isStream)) failures[name]?.(response);
        else answerWell(response, isStream);
      });
    }
  }

  it(
    'answer every call, charge each once, and leave nothing behind',
    async () => {
      const codes = new Map<string, number>();
      const open: Promise<void>[] = [];
      const call = async (index: number) => {
        const body = { model: 'm', stream: index % 2 === 0, messages: [{ role: 'user', content: 'Hi' }] };
        const reply = await callers.request({
          ...{ path: '/v1/chat/completions', method: 'POST', body: JSON.stringify(body) },
          headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
        });
        const text = await reply.body.text();
        const isAnswer = reply.statusCode === 200 && text.includes('Hi');
        const code = isAnswer ? 'ok' : `${reply.statusCode} ${text.slice(0, 200)}`;
        codes.set(code, (codes.get(code) ?? 0) + 1);
      };
      const start = performance.now();
      const count = CALLS_PER_SECOND * SECONDS;
      let turn = -1;
      for (let index = 0; index < count; index += 1) {
        const elapsed = performance.now() - start;
        if (Math.floor(elapsed / TURN_MS) > turn) shuffle(++turn);
        const due = (index * 1000) / CALLS_PER_SECOND;
        if (due > elapsed) await pause(due - elapsed);
        open.push(call(index));
      }
      await Promise.all(open);
      expect(Object.fromEntries(codes)).toEqual({ ok: count });

      const rows = await gateway.logRowsOf(caller);
      expect(rows).toHaveLength(count);
      const charged = rows.reduce((sum, { quota }) => sum + quota, 0);
      expect(charged).toBe(count * ANSWER.total_tokens);
      expect(await gateway.quotaOf(caller)).toBe(1_000_000_000 - charged);
      expect(gateway.core.quotaBook.left({ userId: caller.id, limitedTokenId: null, budgets: [] })).toEqual(
        expect.objectContaining({ calls: 0 }),
      );
      for (const { inFlight } of gateway.core.relay.health.recent().values()) expect(inFlight).toBe(0);
      expect(gateway.openAnswers()).toBe(0);
    },
    SECONDS * 1000 + 60_000,
  );
});
