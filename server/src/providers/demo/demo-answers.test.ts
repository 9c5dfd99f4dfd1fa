import { describe, expect, it, test } from 'vitest';
import { demoChatAnswer, demoChatChunks } from './demo-answers.ts';

const ask = (content: string, rest: object = {}) =>
  demoChatAnswer({ model: 'demo', messages: [{ role: 'user', content }], ...rest });
const firstOf = ({ choices }: ReturnType<typeof demoChatAnswer>) => {
  const [choice] = choices;
  if (choice === undefined) throw new Error('no choice');
  return choice;
};

test.each([
  ['Explain HTTP status 429.', '**Demo answer.** No'],
  ['把 HTTP 状态码 429 讲给新手听。', '**演示回答**。没'],
  ['向新手解釋 HTTP 狀態碼 429。', '**示範回答**。沒'],
  ['寫一個表格，比較蘋果、香蕉和橙。', '**示範回答**。沒'],
])('the demo answers in the language of "%s"', (question, beginning) => {
  expect(firstOf(ask(question)).message.content?.slice(0, beginning.length)).toBe(beginning);
});

describe('the demo does what a request says', () => {
  const weather = {
    type: 'function',
    function: {
      name: 'get_weather',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string' },
          unit: { enum: ['C', 'F'] },
          days: { type: 'integer', minimum: 1 },
        },
        required: ['city'],
      },
    },
  };
  const other = { type: 'function', function: { name: 'add', parameters: {} } };
  const tools = [other, weather];
  const calledBy = (answer: ReturnType<typeof demoChatAnswer>) => {
    const { message, finish_reason } = firstOf(answer);
    const [call] = 'tool_calls' in message ? message.tool_calls : [];
    return call === undefined
      ? null
      : { name: call.function.name, finish_reason, arguments: call.function.arguments };
  };

  it.each([
    ['the question names it', 'Use get_weather for Rome', undefined, 'get_weather'],
    ['the request names it', 'Rome', { type: 'function', function: { name: 'get_weather' } }, 'get_weather'],
    ['some tool is required', 'Rome', 'required', 'add'],
    ['nobody names one', 'Rome', 'auto', undefined],
    ['tools are not wanted', 'Use get_weather for Rome', 'none', undefined],
  ])('a tool is called where %s', (_when, question, tool_choice, name) => {
    expect(calledBy(ask(question, { tools, tool_choice }))?.name).toBe(name);
  });

  it('calls with arguments that the schema allows, and speaks after the result', () => {
    const called = calledBy(ask('get_weather', { tools }));
    expect(called?.finish_reason).toBe('tool_calls');
    expect(JSON.parse(called?.arguments ?? '')).toEqual({ city: 'get_weather', unit: 'C', days: 1 });
    const result = { role: 'tool', tool_call_id: 'x', content: 'get_weather: 20 C' };
    expect(calledBy(demoChatAnswer({ model: 'demo', messages: [result], tools }))).toBeNull();
  });

  it('ends before a stop, whichever comes first', () => {
    const { message, finish_reason } = firstOf(ask('Hello', { stop: ['wrote', 'answer'] }));
    expect([message.content, finish_reason]).toEqual(['**Demo ', 'stop']);
  });

  it('looks for four stops, and counts a long question by its length', () => {
    const stop = ['no', 'such', 'word', 'here!', 'Demo'];
    expect(firstOf(ask('word '.repeat(200_000), { stop, n: 128 })).message.content).toContain('Demo');
  });

  it('gives as many answers as are asked for, and counts them all', () => {
    const one = ask('Hello');
    const three = ask('Hello', { n: 3 });
    expect(three.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(three.usage.completion_tokens).toBe(3 * one.usage.completion_tokens);
  });

  const json_schema = (schema: object) => ({
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
  });

  it.each([
    [
      'text, lists and choices',
      {
        type: 'object',
        properties: {
          title: { type: 'string' },
          tags: { type: 'array', items: { const: 'a' }, minItems: 2 },
          on: { anyOf: [{ type: 'boolean' }] },
        },
      },
      { title: 'Hi', tags: ['a', 'a'], on: false },
    ],
    [
      'parts by reference',
      {
        $ref: '#/$defs/pet',
        $defs: {
          pet: {
            allOf: [
              { properties: { name: { type: 'string', maxLength: 1 } } },
              { properties: { born: { format: 'date' } } },
            ],
          },
        },
      },
      { name: 'H', born: '2026-01-01' },
    ],
    ['any object', { type: 'object' }, {}],
  ])('answers in JSON that a schema allows: %s', (_what, schema, example) => {
    expect(JSON.parse(firstOf(ask('Hi', json_schema(schema))).message.content ?? '')).toEqual(example);
  });

  it.each([
    ['contains itself', { $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' }],
    [
      'contains itself many times',
      { properties: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, { $ref: '#' }])) },
    ],
    ['wants a text of a gigabyte', { type: 'string', minLength: 1e9 }],
    ['is none', { properties: null, enum: 5, allOf: 'x' }],
    ['allows nothing', { enum: [] }],
    ['wants a megabyte as it is', { const: 'a '.repeat(500_000) }],
    ['wants a megabyte in some place', { properties: { a: { default: ['a '.repeat(500_000)] } } }],
    ['has thousands of parts with thousands of members', partsOf(900, 5000)],
    ['requires thousands of members', nestedOf(9, 20_000)],
  ])('answers a schema that %s', (_what, schema) => {
    const startedAt = process.cpuUsage();
    const { choices } = ask('Hi', { ...json_schema(schema), n: 128 });
    const { user, system } = process.cpuUsage(startedAt);
    const content = choices[127]?.message.content;
    expect(content?.length).toBeLessThan(100_000);
    // In microseconds; some of these took 20 s.
    expect(user + system).toBeLessThan(1_000_000);
    expect(() => JSON.parse(content ?? '')).not.toThrow();
  });

  it.each([
    ['texts', { n: 2, max_tokens: 5 }],
    ['calls of tools', { tools, tool_choice: 'required', n: 2 }],
    ['JSON', json_schema({ properties: { a: {} } })],
  ])('streams what it answers: %s', (_what, rest) => {
    const request = { model: 'demo', messages: [{ role: 'user', content: 'Hi there' }], ...rest };
    const whole = demoChatAnswer(request);
    const joined = whole.choices.map(() => ({ text: '', name: '', finish: '' }));
    for (const event of demoChatChunks(request)) {
      if (event.includes('[DONE]')) continue;
      for (const { index, delta, finish_reason } of chunkOf(event).choices) {
        const choice = joined[index];
        if (choice === undefined) throw new Error('an unknown choice');
        const call = delta.tool_calls?.[0]?.function;
        choice.text += delta.content ?? call?.arguments ?? '';
        choice.name += call?.name ?? '';
        choice.finish = finish_reason ?? '';
      }
    }
    expect(joined).toEqual(
      whole.choices.map(({ message, finish_reason }) => {
        const [call] = 'tool_calls' in message ? message.tool_calls : [];
        return {
          text: message.content ?? call?.function.arguments,
          name: call?.function.name ?? '',
          finish: finish_reason,
        };
      }),
    );
  });
});

/** Parts that each are one definition with many members. */
const partsOf = (parts: number, members: number) => ({
  allOf: Array.from({ length: parts }, () => ({ $ref: '#/$defs/a' })),
  $defs: { a: membersOf(members) },
});

function nestedOf(depth: number, members: number): object {
  return depth === 0
    ? membersOf(members)
    : { properties: { a: nestedOf(depth - 1, members) }, required: ['a'] };
}

function membersOf(count: number) {
  const names = Array.from({ length: count }, (_, at) => `m${at}`);
  return { properties: Object.fromEntries(names.map((name) => [name, {}])), required: names };
}

interface DemoChunk {
  choices: {
    index: number;
    delta: { content?: string; tool_calls?: { function: { name?: string; arguments: string } }[] };
    finish_reason: string | null;
  }[];
}

const chunkOf = (event: string): DemoChunk => JSON.parse(event.slice('data: '.length)) as DemoChunk;
