import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { framedEvents, sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../../test/support/test-gateway.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'Think' }], max_tokens: 16 };

async function startSlow(answerAfterMs: number, { status = 200, heartbeatSeconds = 0.05 } = {}) {
  const gateway = await startTestGateway();
  // The console allows 30 to 90 seconds, which is too long for a test.
  const user = await gateway.seed.user({ quota: 1_000_000, heartbeatSeconds });
  await gateway.seed.price({ model: 'm', input: 1, output: 3 });
  const channel = await gateway.seed.channel({ model: 'm' });
  gateway.upstream(channel).does(async (response, { body }) => {
    await wait(answerAfterMs);
    if (status !== 200) return sendJson(response, status, '{"error":{"message":"busy"}}');
    if (body.stream !== true)
      return sendJson(
        response,
        200,
        '{"choices":[{"index":0,"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5}}',
      );
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(framedEvents('openai-chat/hello.chunks.txt').join(''));
  });
  return { gateway, user };
}

describe('heartbeat', () => {
  it('beats before a stream, as a comment that no client reads, and the stream follows whole', async () => {
    const { gateway, user } = await startSlow(300);
    const text = await (await gateway.post(user.token, { ...chat, stream: true })).text();
    expect(text.startsWith('::PING\n\ndata: {')).toBe(true);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(await gateway.quotaOf(user)).toBe(999_985);
    await gateway.stop();
  });

  it('beats before a JSON answer, which stays JSON', async () => {
    const { gateway, user } = await startSlow(300);
    const text = await (await gateway.post(user.token, chat)).text();
    expect(text.startsWith('\n{')).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ usage: { prompt_tokens: 5 } });
    await gateway.stop();
  });

  it('tells an error after a beat as an event of a stream', async () => {
    const { gateway, user } = await startSlow(300, { status: 500 });
    const reply = await gateway.post(user.token, { ...chat, stream: true });
    const text = await reply.text();
    expect(reply.status).toBe(200);
    const error = JSON.parse(text.slice(text.indexOf('{')).trim()) as object;
    expect(error).toMatchObject({ error: { code: 'upstream_error' } });
    expect(await gateway.quotaOf(user)).toBe(1_000_000);
    await gateway.stop();
  });

  it('breaks a JSON answer off that fails after a beat, so that it does not pass for one', async () => {
    const { gateway, user } = await startSlow(300, { status: 500 });
    const reply = await gateway.post(user.token, chat);
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
    expect(await gateway.logRowsOf(user)).toMatchObject([
      { quota: 0, metadata: { error_code: 'upstream.error' } },
    ]);
    await gateway.stop();
  });

  it('beats between the events of a stream that falls silent, and not while they come', async () => {
    const gateway = await startTestGateway();
    const user = await gateway.seed.user({ quota: 1_000_000, heartbeatSeconds: 0.05 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    const channel = await gateway.seed.channel({ model: 'm' });
    const [first, second, ...others] = framedEvents('openai-chat/hello.chunks.txt');
    gateway.upstream(channel).does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(first);
      // The start of an event: a beat inside of it would break it.
      response.write(`${second}data: {"choi`);
      await wait(5_500);
      response.end(`ces":[]}\n\n${others.join('')}`);
    });

    const text = await (await gateway.post(user.token, { ...chat, stream: true })).text();

    expect(text.split('::PING\n\n')).toEqual([
      `${first}${second}`,
      expect.stringMatching(/^data: \{"choices":\[\].*data: \[DONE\]\n\n$/s),
    ]);
    await gateway.stop();
  });

  it('is not heard when the answer comes in time', async () => {
    // A busy machine may need longer than 50 ms for the whole call.
    const { gateway, user } = await startSlow(0, { heartbeatSeconds: 30 });
    const text = await (await gateway.post(user.token, { ...chat, stream: true })).text();
    expect(text).not.toContain('PING');
    await gateway.stop();
  });
});
