import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const base = { id: 'c', object: 'chat.completion', created: 1, model: 'm' };
const answerOf = (content: string, rest: object = {}, usage: object = { completion_tokens: 0 }) =>
  JSON.stringify({
    ...base,
    choices: [{ index: 0, message: { role: 'assistant', content, ...rest }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, total_tokens: 9, ...usage },
  });

describe('answers that do not begin, or hold nothing', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  let bad: { id: number };
  let good: { id: number };
  const options = { firstTokenSeconds: 0.2, retriesEmptyAnswers: true, retryTimes: 3 };
  beforeAll(async () => {
    gateway = await startTestGateway({ relayOptions: options });
    caller = await gateway.seed.user({ quota: 1_000_000 });
    for (const model of ['m', 'alone']) await gateway.seed.price({ model, input: 1, output: 1 });
    bad = await gateway.seed.channel({ model: 'm', priority: 9 });
    good = await gateway.seed.channel({ model: 'm' });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.upstream(good).plays('openai-chat/hello.chunks.txt');
    options.retriesEmptyAnswers = true;
    options.retryTimes = 3;
    const { breakers } = gateway.core.relay;
    breakers.close({ channel: { id: bad.id, keyId: 0 }, upstreamModel: 'm' });
  });

  const codesOf = async () =>
    (await gateway.logRowsOf(caller))
      .at(-1)
      ?.metadata?.attempts?.map(({ channel_id, code }) => [channel_id === bad.id ? 'bad' : 'good', code]);

  it('are tried on another channel while nothing was sent, and charged once', async () => {
    gateway.upstream(bad).does((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': still thinking\n\n');
    });
    const reply = await gateway.post(caller.token, { ...chat, stream: true });
    expect(await reply.text()).toContain('[DONE]');
    expect(await codesOf()).toEqual([
      ['bad', 'upstream.timeout'],
      ['good', ''],
    ]);
  });

  it('are waited for where no other attempt is left', async () => {
    options.retryTimes = 0;
    gateway.upstream(bad).does(async (response) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        'data: {"id":"c","choices":[{"index":0,"delta":{"content":"Late"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      );
    });
    const reply = await gateway.post(caller.token, { ...chat, stream: true });
    expect(await reply.text()).toContain('Late');
    expect(await codesOf()).toEqual([['bad', '']]);
  });

  it('are tried elsewhere where they are empty, and the option is on', async () => {
    gateway.upstream(bad).does((response) => sendJson(response, 200, answerOf('')));
    gateway.upstream(good).does((response) => sendJson(response, 200, answerOf('Hello')));
    expect(await (await gateway.post(caller.token, chat)).text()).toContain('Hello');
    expect(await codesOf()).toEqual([
      ['bad', 'upstream.empty_answer'],
      ['good', ''],
    ]);
    options.retriesEmptyAnswers = false;
    await (await gateway.post(caller.token, chat)).text();
    expect(await codesOf()).toEqual([['bad', '']]);
  });

  it('are none where they call a function, think, or were withheld', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'now', arguments: '{}' } };
    for (const answer of [
      answerOf('', { tool_calls: [call] }),
      answerOf('', {}, { completion_tokens: 50 }),
      answerOf('').replace('"stop"', '"content_filter"'),
    ]) {
      gateway.upstream(bad).does((response) => sendJson(response, 200, answer));
      await (await gateway.post(caller.token, chat)).text();
      expect(await codesOf()).toEqual([['bad', '']]);
    }
  });
});
