import { expect, it } from 'vitest';
import { splice } from '../../platform/splice.ts';
import { asMistralTakesIt } from './mistral-request.ts';

const rewritten = async (text: string): Promise<string> => {
  const body = Buffer.from(text);
  return splice(body, await asMistralTakesIt(body)).toString();
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
