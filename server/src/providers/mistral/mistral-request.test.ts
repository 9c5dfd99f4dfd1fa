import { expect, it } from 'vitest';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { splice } from '../../platform/json/splice.ts';
import { asMistralTakesIt } from './mistral-request.ts';

const report = new ConversionReport();

const rewritten = async (text: string): Promise<string> => {
  const body = Buffer.from(text);
  return splice(body, await asMistralTakesIt(body, { headers: {}, report })).toString();
};

it.each([
  ['{"model":"m","max_completion_tokens" : 5}', '{"model":"m","max_tokens" : 5}'],
  ['{"seed":1,"model":"m"}', '{"random_seed":1,"model":"m"}'],
  ['{"tools":[ ],"model":"m"}', '{"model":"m"}'],
  ['{"model":"m" , "tools":[]}', '{"model":"m" }'],
  ['{"tools":[],"stream_options":{"include_usage":true},"model":"m"}', '{"model":"m"}'],
  [
    '{"messages":[{"role":"assistant","reasoning_content":"漢","content":"a"},{"reasoning_content":null},{"reasoning_content":"b", "role":"user"}]}',
    '{"messages":[{"role":"assistant","content":"a"},{},{ "role":"user"}]}',
  ],
])('%s is asked as Mistral takes it', async (text, asked) => {
  expect(await rewritten(text)).toBe(asked);
  JSON.parse(asked);
});

it.each([
  '{"model":"m","max_tokens":1,"max_completion_tokens":2}',
  '{"tools":[{"type":"function","function":{"name":"seed","parameters":{"seed":1}}}]}',
  '{"messages":[{"role":"user","content":"\\"reasoning_content\\":1"}],"se\\u0065d":1}',
  '{"seed":1,"seed":2}',
])('%s stays as it is', async (text) => {
  expect(await rewritten(text)).toBe(text);
});

it('leaves out the user, and says so', async () => {
  expect(await rewritten('{"model":"m","user":"u-1"}')).toBe('{"model":"m"}');
  expect(report.fields).toMatchObject([{ fate: 'dropped', field: 'user' }]);
});

it('ids of calls that Mistral did not give become nine letters or digits, the same for a call and its result', async () => {
  const messages = [
    { role: 'assistant', tool_calls: [{ id: 'call_a.1', function: { arguments: '{"id":"call_a.1"}' } }] },
    { role: 'tool', tool_call_id: 'call_a.1', content: '"tool_call_id":"call_a.1"' },
    { role: 'assistant', tool_calls: [{ id: 'AbCdEfGh1' }, { id: '漢字' }] },
    { role: 'tool', tool_call_id: 'AbCdEfGh1', content: '' },
    { role: 'tool', tool_call_id: '漢字', content: '' },
  ];
  const { messages: asked } = JSON.parse(await rewritten(JSON.stringify({ messages })));
  const [first, second] = [asked[1].tool_call_id, asked[4].tool_call_id];
  expect([first, second]).toEqual([
    expect.stringMatching(/^[A-Za-z0-9]{9}$/),
    expect.stringMatching(/^[A-Za-z0-9]{9}$/),
  ]);
  expect(first).not.toBe(second);
  expect(asked).toEqual([
    { ...messages[0], tool_calls: [{ ...messages[0]?.tool_calls?.[0], id: first }] },
    { ...messages[1], tool_call_id: first },
    { role: 'assistant', tool_calls: [{ id: 'AbCdEfGh1' }, { id: second }] },
    messages[3],
    { ...messages[4], tool_call_id: second },
  ]);
});
