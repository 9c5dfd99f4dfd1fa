import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnthropicUpstream } from '../server/test/upstreams/anthropic-messages-upstream.ts';
import { holdsThreads } from '../server/test/upstreams/anthropic-threads.ts';
import type { Upstream } from './conformance/matrix-types.ts';
import { startChatUpstream } from './conformance/upstreams/chat-upstream.ts';
import { startGeminiUpstream } from './conformance/upstreams/gemini-upstream.ts';
import { startMessagesUpstream } from './conformance/upstreams/messages-upstream.ts';
import { startResponsesUpstream } from './conformance/upstreams/responses-upstream.ts';
import { startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const THREADED = 'claude-threaded';

const weather = {
  name: 'get_weather',
  description: 'The weather in a city',
  input_schema: {
    type: 'object' as const,
    properties: { city: { type: 'string' as const } },
    required: ['city'],
    additionalProperties: false,
  },
};

/** The tool runner asks for a thread by default and sends only what is new. */
describe('the tool runner and threads of the package @anthropic-ai/sdk', () => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let client: Anthropic;
  let upstreams: Upstream[];
  const accounts: Awaited<ReturnType<typeof startAnthropicUpstream>>[] = [];

  beforeAll(async () => {
    ({ turnpike, root } = await startSite());
    upstreams = await Promise.all([
      startChatUpstream(),
      startResponsesUpstream(),
      startMessagesUpstream(),
      startGeminiUpstream(),
    ]);
    for (const { channel } of upstreams) {
      await root.createChannel(channel);
      await root.createPrice(channel.models, 1, 3);
    }
    for (let made = 0; made < 2; made += 1) {
      const account = await startAnthropicUpstream();
      accounts.push(account);
      holdsThreads(account, answerWithWeather);
      await root.createChannel({ type: 14, base_url: account.url, models: THREADED });
    }
    await root.createPrice(THREADED, 1, 3);
    await root.liftRateLimit();
    const { key } = await root.createToken();
    client = new Anthropic({ baseURL: turnpike.url, apiKey: key, authToken: null, maxRetries: 0 });
  });
  afterAll(async () => {
    await turnpike.stop();
    for (const server of [...upstreams, ...accounts]) await server.stop();
  });

  async function runTool(model: string, stream: boolean) {
    const cities: unknown[] = [];
    const runner = client.beta.messages.toolRunner({
      model,
      ...{ max_tokens: 200, system: 'You are a pirate', stream },
      messages: [{ role: 'user', content: 'Weather in Rome?' }],
      tools: [
        {
          ...weather,
          run: async (input: unknown) => {
            cities.push(input);
            return 'sunny';
          },
          parse: (input: unknown) => input,
        },
      ],
    });
    const last = await runner.runUntilDone();
    return { cities, text: last.content.map((block) => ('text' in block ? block.text : '')).join('') };
  }

  it.each([{ stream: false }, { stream: true }])(
    'ends well over every dialect of an upstream: stream $stream',
    async ({ stream }) => {
      for (const upstream of upstreams) {
        upstream.says([
          { parts: [{ call: 'get_weather', input: { city: 'Rome' } }], end: 'tools' },
          { parts: [{ text: 'Sunny, arr' }], end: 'end' },
        ]);
        const { cities, text } = await runTool(upstream.model, stream);
        expect({ upstream: upstream.name, cities, text }).toEqual({
          upstream: upstream.name,
          cities: [{ city: 'Rome' }],
          text: 'Sunny, arr',
        });
        expect(upstream.refused).toEqual([]);
      }
    },
  );

  it.each([{ stream: false }, { stream: true }])(
    'ends well over two accounts that hold threads: stream $stream',
    async ({ stream }) => {
      for (let run = 0; run < 6; run += 1) {
        const { cities, text } = await runTool(THREADED, stream);
        expect(cities).toEqual([{ city: 'Rome' }]);
        expect(text).toBe('sunny after 3 messages');
      }
      const threads = accounts.flatMap(({ received }) => received.map(({ body }) => body.thread));
      expect(
        threads.filter((thread) => (thread as { type: string }).type === 'continue').length,
      ).toBeGreaterThan(5);
    },
  );

  it('says to a thread that the model has none, and its user may let it go on without', async () => {
    const { model } = upstreams[0] as Upstream;
    upstreams[0]?.says([{ parts: [{ text: 'Hi' }], end: 'end' }]);
    const ask = { model, max_tokens: 50, messages: [{ role: 'user' as const, content: 'My name is Ada' }] };

    await expect(client.beta.messages.thread(ask).send()).rejects.toThrow(Anthropic.BadRequestError);
    const thread = client.beta.messages.thread({ ...ask, unsupportedRequestBehavior: 'continue_unthreaded' });
    await thread.send();
    await thread.send({ role: 'user', content: 'What is my name?' });
    expect(upstreams[0]?.understood().at(-1)?.texts.join()).toContain('My name is Ada');
  });
});

function answerWithWeather(conversation: readonly unknown[]): object[] {
  const result = /"tool_result"/.test(JSON.stringify(conversation.at(-1)));
  if (result) return [{ type: 'text', text: `sunny after ${conversation.length} messages` }];
  return [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Rome' } }];
}
