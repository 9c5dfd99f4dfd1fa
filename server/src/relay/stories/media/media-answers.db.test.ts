import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';

const chat = (content: unknown, more: object = {}) => ({
  model: 'm',
  messages: [{ role: 'user', content }],
  ...more,
});
const spoken = { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'pcm16' } };
const base64 = (bytes: number): string =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 73 + (at >> 7)) & 0xff)).toString('base64');
const SOUND = base64(24_000);

// Estimates do not depend on the database; one is enough.
describe('calls with media', () => {
  let gateway: TestGateway;
  let channel: { id: number };

  beforeEach(async () => {
    gateway = await startTestGateway({ relayOptions: { holdWaitSeconds: 1 } });
    await gateway.seed.price({ model: 'm', input: 1, output: 2 });
    channel = await gateway.seed.channel({ model: 'm' });
  });
  afterEach(() => gateway.stop());

  const answersSound = (withUsage: boolean): void =>
    gateway.upstream(channel).does(async (response, { body }) => {
      const audio = { data: SOUND, transcript: 'Hello there' };
      const usage = withUsage ? { usage: { prompt_tokens: 9, completion_tokens: 5 } } : {};
      if (body.stream !== true) {
        const choices = [{ message: { role: 'assistant', audio }, finish_reason: 'stop' }];
        return sendJson(response, 200, JSON.stringify({ choices, ...usage }));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      response.write(chunk({ role: 'assistant', audio }, null));
      if (withUsage) await wait(60_000, null, { ref: false });
      response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
    });

  it('who takes sound and leaves before the usage pays for the sound', async () => {
    const user = await gateway.seed.user({ quota: 10_000_000 });
    answersSound(true);
    const leaving = new AbortController();
    const reply = await gateway.post(user.token, chat('Sing', { ...spoken, stream: true }), {
      signal: leaving.signal,
    });
    await reply.body?.getReader().read();
    leaving.abort();

    await expect.poll(async () => (await gateway.logRowsOf(user)).length).toBe(1);
    const [row] = await gateway.logRowsOf(user);
    expect(row).toMatchObject({ ended_by: 'client', metadata: { estimated: true } });
    const [sound] = (row?.metadata?.lines ?? []).filter(({ bucket }) => bucket === 'audioOutput');
    expect(sound?.count).toBe(Math.ceil(SOUND.length / 1600));
  });

  it('sound without usage costs the same whole and streamed, and is no text', async () => {
    const user = await gateway.seed.user({ quota: 10_000_000 });
    answersSound(false);
    for (const stream of [false, true])
      await (await gateway.post(user.token, chat('Sing', { ...spoken, stream }))).text();

    const [whole, streamed] = await gateway.logRowsOf(user);
    expect(streamed?.quota).toBe(whole?.quota);
    const counts = Object.fromEntries(
      (whole?.metadata?.lines ?? []).map(({ bucket, count }) => [bucket, count]),
    );
    expect(counts).toMatchObject({ audioOutput: 20, textOutput: expect.toSatisfy((count) => count < 10) });
  });

  it('an uncompressed sound is served where the balance pays what it costs', async () => {
    const wav = Buffer.concat([
      Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVEfmt '),
      Buffer.from(SOUND.repeat(15)),
    ]);
    const data = wav.toString('base64');
    // Ten seconds at 48 000 bytes each, as OpenAI counts them.
    const usage = { prompt_tokens: 100, completion_tokens: 2, prompt_tokens_details: { audio_tokens: 100 } };
    gateway
      .upstream(channel)
      .does((response) =>
        sendJson(response, 200, JSON.stringify({ choices: [{ message: { content: 'A song.' } }], usage })),
      );
    const user = await gateway.seed.user({ quota: 5_000 });

    const part = { type: 'input_audio', input_audio: { data, format: 'wav' } };
    const reply = await gateway.post(user.token, chat([part], { max_tokens: 20 }));

    expect(reply.status).toBe(200);
    expect(await gateway.quotaOf(user)).toBe(5_000 - 100 * 40 - 2 * 2);
  });

  it('a picture without max_tokens is served with an answer that the rest pays for', async () => {
    const usage = { prompt_tokens: 1_100, completion_tokens: 50 };
    gateway
      .upstream(channel)
      .does((response) =>
        sendJson(response, 200, JSON.stringify({ choices: [{ message: { content: 'A cat.' } }], usage })),
      );
    const user = await gateway.seed.user({ quota: 3_000 });
    const picture = { type: 'image_url', image_url: { url: 'https://example.com/cat.png' } };

    const reply = await gateway.post(user.token, chat([picture]));

    expect(reply.status).toBe(200);
    const bound = Number(gateway.upstream(channel).received[0]?.body.max_tokens);
    expect(bound).toBeGreaterThan(500);
    expect(bound).toBeLessThan(1_000);
  });

  it('one that only waits for the holds of others may be tried again', async () => {
    const gate = Promise.withResolvers<void>();
    gateway.upstream(channel).does(async (response) => {
      await gate.promise;
      sendJson(response, 200, '{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1}}');
    });
    const user = await gateway.seed.user({ quota: 300 });
    const first = gateway.post(user.token, chat('Hi', { max_tokens: 100 }));
    await expect.poll(() => gateway.upstream(channel).received.length).toBe(1);

    const waits = await gateway.post(user.token, chat('Hi', { max_tokens: 100 }));
    const never = await gateway.post(user.token, chat('A long text. '.repeat(400), { max_tokens: 100 }));
    gate.resolve();

    const told = ({ status, headers }: Response) => [
      status,
      headers.get('retry-after'),
      headers.get('x-should-retry'),
    ];
    expect(told(waits)).toEqual([429, '1', null]);
    expect(told(never)).toEqual([429, null, 'false']);
    await (await first).text();
  });
});
