import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, type ModelMessage, streamText, tool } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FakeUpstream, sendJson } from '../server/test/support/fake-upstream.ts';
import { startSite } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

/**
 * The package `ai` in its default use. `openai('model')` calls the Responses API, which stores its answers by default, so
 * the package sends earlier items back by their ids alone.
 */
let turnpike: TurnpikeProcess;
let upstream: FakeUpstream;
let openai: ReturnType<typeof createOpenAI>;

beforeAll(async () => {
  const site = await startSite();
  turnpike = site.turnpike;
  upstream = await FakeUpstream.start();
  await site.root.createChannel({ base_url: upstream.url, models: 'm' });
  await site.root.createPrice('m', 1, 3);
  const { key: apiKey } = await site.root.createToken();
  openai = createOpenAI({ apiKey, baseURL: `${turnpike.url}/v1` });
});
afterAll(async () => {
  await turnpike.stop();
  await upstream.stop();
});

/** A chat upstream that calls the tool once, and then repeats its result. */
function playWeather(): void {
  upstream.does((response, { body }) => {
    const { messages } = body as { messages: { role: string; content: string }[] };
    const told = messages.findLast(({ role }) => role === 'tool');
    const called = {
      id: 'call_1',
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"Rome"}' },
    };
    const message =
      told === undefined
        ? { role: 'assistant', content: 'I look.', tool_calls: [called] }
        : { role: 'assistant', content: `It is ${told.content}.` };
    const choice = { index: 0, message, finish_reason: told === undefined ? 'tool_calls' : 'stop' };
    const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
    const answer = {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [choice],
      usage,
    };
    sendJson(response, 200, JSON.stringify(answer));
  });
}

const weather = tool({
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `sunny in ${city}`,
});

describe('ai with its defaults, over a chat upstream', () => {
  it('goes on after a turn', async () => {
    const messages: ModelMessage[] = [{ role: 'user', content: 'Hi' }];
    const first = streamText({ model: openai('m'), messages });
    upstream.plays('openai-chat/hello.chunks.txt');
    expect(await first.text).not.toBe('');
    messages.push(...(await first.response).messages, { role: 'user', content: 'And?' });
    const second = await streamText({ model: openai('m'), messages });

    expect(await second.text).not.toBe('');
    const sent = upstream.received.at(-1)?.body.messages as { role: string; content: unknown }[];
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(sent[1]?.content).toBe(await first.text);
  });

  it('calls tools until it is done', async () => {
    playWeather();
    const { text } = await generateText({
      ...{ model: openai('m'), prompt: 'What is the weather in Rome?', tools: { weather } },
      stopWhen: isStepCount(5),
    });
    expect(text).toBe('It is sunny in Rome.');
  });
});
