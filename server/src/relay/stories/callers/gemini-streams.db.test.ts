import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkGeminiEvents,
  readGeminiArray,
  readGeminiSse,
} from '../../../../test/grammars/gemini-grammar.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import {
  GeminiUpstream,
  geminiEvent,
  geminiEventsOf,
  recordingOfGemini,
  sendGemini,
} from '../../../../test/upstreams/gemini-upstream.ts';

const hello = {
  contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
  generationConfig: { maxOutputTokens: 500 },
};
const events = geminiEventsOf('google-text.chunks.txt');
const failure = '{"error":{"code":503,"message":"shard 7 is on fire","status":"UNAVAILABLE"}}';
const ways = [
  { framing: 'events', query: '?alt=sse', read: readGeminiSse },
  { framing: 'a list', query: '', read: readGeminiArray },
] as const;

// Streams do not depend on the database; one is enough.
describe.each(ways)('a stream of Gemini as $framing', ({ query, read }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let first: GeminiUpstream;
  let second: GeminiUpstream;

  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 100_000, heartbeatSeconds: 0.05 });
    await gateway.seed.price({ model: 'g', input: 1, output: 3 });
    first = await GeminiUpstream.start();
    second = await GeminiUpstream.start();
    await gateway.seed.channel({ model: 'g', type: 25, baseUrl: first.url, priority: 2 });
    await gateway.seed.channel({ model: 'g', type: 25, baseUrl: second.url, priority: 1 });
    second.streams(events);
  });
  afterEach(async () => {
    await gateway.stop();
    await first.stop();
    await second.stop();
  });

  const ask = () =>
    fetch(`${gateway.url}/v1beta/models/g:streamGenerateContent${query}`, {
      method: 'POST',
      headers: { 'x-goog-api-key': user.token },
      body: JSON.stringify(hello),
    });
  const asked = async (): Promise<unknown[]> => read(await (await ask()).text());
  const whole = readGeminiSse(events.join(''));

  it.each([
    { what: 'comments', sent: [': ping\n\n', ': ping\n\n'] },
    { what: 'an empty text', sent: [geminiEvent({ candidates: [{ content: { parts: [{ text: '' }] } }] })] },
    { what: 'a comment and an error', sent: [': ping\n\n', `data: ${failure}\r\n\r\n`] },
    { what: 'an error without framing', sent: [`${failure}\n\n`] },
  ])('is asked of another channel where the first ends after $what', async ({ sent }) => {
    first.streams(sent);
    expect(await asked()).toEqual(whole);
    const [row] = await gateway.logRowsOf(user);
    expect(row?.metadata?.attempts).toHaveLength(2);
  });

  it.each([500, 503, 429])('is asked of another channel after %i', async (status) => {
    first.refuses(status, { status: 'UNAVAILABLE', message: 'overloaded' });
    expect(await asked()).toEqual(whole);
  });

  it.each([
    { what: 'an early end', end: '' },
    { what: 'an error', end: `data: ${failure}\r\n\r\n` },
    { what: 'an error without framing', end: failure },
    { what: 'half an event', end: 'data: {"candidates":[{"finishReason":"STOP"}' },
  ])('ends with an error of Google’s after $what, and costs what had been reported', async ({ end }) => {
    first.streams([events[0] ?? '', end]);

    const got = await asked();

    expect(checkGeminiEvents(got)).toBe('failed');
    expect(got[0]).toEqual(whole[0]);
    expect(JSON.stringify(got)).not.toContain('shard');
    expect(await gateway.logRowsOf(user)).toMatchObject([{ quota: 9 + 3 * (5 + 185), ended_by: 'upstream' }]);
  });

  it('ends after its finish reason, though its upstream goes on with comments', async () => {
    first.does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events.join(''));
      while (!response.destroyed) {
        response.write(': ping\n\n');
        await wait(50);
      }
    });
    expect(await asked()).toEqual(whole);
    expect(await gateway.logRowsOf(user)).toMatchObject([{ ended_by: 'completed' }]);
  });

  it('is made of an answer that came whole, or as a list', async () => {
    const answer = recordingOfGemini('google-tool-call.json');
    first.does((response) => sendGemini(response, 200, answer));
    expect(await asked()).toEqual([JSON.parse(answer)]);
    first.does((response) => sendGemini(response, 200, JSON.stringify(whole)));
    expect(await asked()).toEqual(whole);
  });

  it('beats before its first event', async () => {
    first.does(async (response) => {
      await wait(300);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events.join(''));
    });

    const text = await (await ask()).text();

    expect(text.startsWith(query === '' ? '\n[' : '\n\ndata: ')).toBe(true);
    expect(read(text)).toEqual(whole);
  });

  it('beats between two events that are far apart', async () => {
    first.does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`${events[0]}data: {"cand`);
      await wait(5_500);
      response.end(`idates":[]}\r\n\r\n${events.slice(1).join('')}`);
    });

    const text = await (await ask()).text();

    expect(read(text)).toEqual([whole[0], { candidates: [] }, ...whole.slice(1)]);
    const [, silence] = text.split('"responseId":"bH6LaZW8Fp_3nsEPqtaSwQ4"}');
    expect(silence?.startsWith(query === '' ? '\n,\n' : '\r\n\r\n\n\n')).toBe(true);
  });

  it('tells an error after a beat', async () => {
    for (const upstream of [first, second])
      upstream.does(async (response) => {
        await wait(200);
        sendGemini(response, 500, failure);
      });
    const reply = await ask();
    const got = read(await reply.text());
    expect(reply.status).toBe(200);
    expect(checkGeminiEvents(got)).toBe('failed');
    expect(await gateway.quotaOf(user)).toBe(100_000);
  });
});
