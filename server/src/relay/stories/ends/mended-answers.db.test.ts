import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const hello = { model: 'm', messages: [{ role: 'user' as const, content: 'Say hello' }] };

describe.each(anyDatabase)('answers of vendors with their own form on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  let client: OpenAI;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    channel = await gateway.seed.channel({ model: 'm' });
    client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: user.token, maxRetries: 0 });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  it.each([
    { name: 'mistral-call-without-index', end: 'tool_calls', calls: 1 },
    { name: 'zhipu-finish-twice', end: 'tool_calls', calls: 1 },
    { name: 'alibaba-empty-names', end: 'tool_calls', calls: 1 },
    { name: 'databricks-claude-tool-call', end: 'tool_calls', calls: 1 },
    { name: 'azure-filter-results', end: 'length', calls: 0 },
  ])('the openai package reads the stream $name', async ({ name, end, calls }) => {
    gateway.upstream(channel).plays(`openai-chat/${name}.chunks.txt`);
    const ids = new Set<string>();
    const ends: unknown[] = [];

    const stream = client.chat.completions.stream({ ...hello, stream_options: { include_usage: true } });
    stream.on('chunk', (chunk) => {
      ids.add(chunk.id);
      for (const choice of chunk.choices) if (choice.finish_reason) ends.push(choice.finish_reason);
    });
    const answer = await stream.finalChatCompletion().catch((error: unknown) => {
      // The package rejects an answer at its limit; the parts that it read are still checked.
      if (end !== 'length') throw error;
      return null;
    });

    expect([...ids]).toEqual([expect.stringMatching(/./)]);
    expect(ends).toEqual([end]);
    if (answer === null) return;
    const told = answer.choices[0]?.message.tool_calls ?? [];
    expect(told).toHaveLength(calls);
    for (const call of told) {
      expect(call).toMatchObject({ type: 'function', id: expect.stringMatching(/./) });
      if (call.type === 'function') expect(JSON.parse(call.function.arguments)).toBeTypeOf('object');
    }
    expect(answer.usage?.prompt_tokens).toBeGreaterThan(0);
  });

  it.each(['azure-deepseek-tool-call', 'snowflake-claude-tool-call'])(
    'the openai package reads the whole answer %s',
    async (name) => {
      gateway.upstream(channel).plays(`openai-chat/${name}.json`);
      const answer = await client.chat.completions.create(hello);
      expect(answer.id).not.toBe('');
      expect(answer.choices[0]?.finish_reason).toBe('tool_calls');
    },
  );
});
