import { describe, expect, it } from 'vitest';
import { faultOfChat } from './openai-chat-faults.ts';

const user = { role: 'user', content: 'Hi' };
const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } };
const called = { role: 'assistant', content: null, tool_calls: [call] };
const result = { role: 'tool', tool_call_id: 'call_1', content: 'seen' };
const tool = { type: 'function', function: { name: 'look' } };
const say = (messages: unknown, rest: object = {}) => ({ model: 'm', messages, ...rest });
const part = (one: object) => say([{ role: 'user', content: [one] }]);

describe('what OpenAI refuses in a chat completion', () => {
  it.each([
    ['words', say([{ role: 'system', content: 'Be kind.' }, user])],
    ['a call with its result', say([user, called, result, user])],
    ['a picture', part({ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } })],
    [
      'a document',
      part({ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' } }),
    ],
    ['a bound and stops', say([user], { max_completion_tokens: 5, stop: ['a', 'b'] })],
  ])('not %s', (_what, body) => {
    expect(faultOfChat(body)).toBeNull();
  });

  it.each([
    ['a member of another API', say([user], { max_output_tokens: 5 })],
    ['no messages', say([])],
    ['both bounds', say([user], { max_tokens: 5, max_completion_tokens: 5 })],
    ['five stops', say([user], { stop: ['a', 'b', 'c', 'd', 'e'] })],
    ['options of a stream without one', say([user], { stream_options: { include_usage: true } })],
    ['a choice without tools', say([user], { tool_choice: 'auto' })],
    ['an effort of another API', say([user], { reasoning_effort: 'max' })],
    ['metadata that is not kept', say([user], { metadata: { a: 'b' } })],
    ['a tool twice', say([user], { tools: [tool, tool] })],
    ['a long id of a call', say([user, { ...called, tool_calls: [{ ...call, id: 'c'.repeat(41) }] }])],
    ['an empty list of tools', say([user], { tools: [] })],
    ['a tool’s name with a space', say([user], { tools: [{ type: 'function', function: { name: 'a b' } }] })],
    ['a schema without a name', say([user], { response_format: { type: 'json_schema', json_schema: {} } })],
    ['a result without its call', say([user, result])],
    ['a result of another call', say([user, called, { ...result, tool_call_id: 'call_2' }])],
    ['a call without its result', say([user, called, user])],
    ['a call at the end', say([user, called])],
    ['a result twice', say([user, called, result, result])],
    [
      'arguments as an object',
      say([
        user,
        { ...called, tool_calls: [{ ...call, function: { name: 'look', arguments: {} } }] },
        result,
      ]),
    ],
    ['a user without content', say([{ role: 'user', content: null }])],
    ['a part of another API', part({ type: 'input_text', text: 'Hi' })],
    [
      'a picture of the model',
      say([
        user,
        {
          role: 'assistant',
          content: [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }],
        },
      ]),
    ],
    ['an unknown member of a message', say([{ ...user, thinking: 'x' }])],
    ['a picture that is no data', part({ type: 'image_url', image_url: { url: 'AAAA' } })],
  ])('%s', (_what, body) => {
    expect(faultOfChat(body)).toMatch(/\w/);
  });
});
