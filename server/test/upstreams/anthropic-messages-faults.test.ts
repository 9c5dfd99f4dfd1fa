import { describe, expect, it } from 'vitest';
import { faultOfMessages } from './anthropic-messages-faults.ts';

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' };
const thought = { type: 'thinking', thinking: 'Hm', signature: 'c2ln' };
const thinking = { type: 'enabled', budget_tokens: 1024 };
const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' };

const faultOf = (members: object, { version = '2023-06-01', beta = '' } = {}) =>
  faultOfMessages({ model: 'm', max_tokens: 2048, messages: [user('Hi')], ...members }, { version, beta });

describe('what Anthropic takes', () => {
  it.each<[string, object]>([
    ['a text', {}],
    [
      'an earlier call without thinking',
      { thinking, messages: [user('Hi'), assistant([call]), user([result]), assistant('Hm'), user('So?')] },
    ],
    [
      'a call, its result and thinking',
      { thinking, messages: [user('Hi'), assistant([thought, call]), user([result])] },
    ],
    ['a document', { messages: [user([{ type: 'document', source: pdf }])] }],
    [
      'tools',
      {
        tools: [
          { name: 'f', input_schema: { type: 'object' } },
          { type: 'bash_20250124', name: 'bash' },
        ],
      },
    ],
  ])('%s', (_what, members) => {
    expect(faultOf(members)).toBeNull();
  });

  it('a beta’s members only with its header', () => {
    const members = { context_management: { edits: [] } };
    expect(faultOf(members)).toMatch(/Extra inputs/);
    expect(faultOf(members, { beta: 'context-management-2025-06-27' })).toBeNull();
  });

  it('a temperature only in versions that have one', () => {
    expect(faultOf({ temperature: 1 })).toBeNull();
    expect(faultOf({ temperature: 1 }, { version: '2026-10-21' })).toMatch(/^temperature: Extra inputs/);
  });
});

describe('what Anthropic refuses', () => {
  it.each<[string, object, RegExp]>([
    ['members that it does not know', { n: 2 }, /^n: Extra inputs/],
    ['no model', { model: undefined }, /^model/],
    ['no limit', { max_tokens: undefined }, /^max_tokens/],
    ['no messages', { messages: [] }, /at least one message/],
    ['an assistant who begins', { messages: [assistant('Hi')] }, /first message/],
    ['another role', { messages: [user('Hi'), { role: 'tool', content: 'x' }] }, /role/],
    ['an empty text', { messages: [user([{ type: 'text', text: '' }])] }, /non-empty/],
    [
      'thinking without signature',
      { messages: [user('Hi'), assistant([{ ...thought, signature: '' }])] },
      /signature/,
    ],
    [
      'a call without result',
      { messages: [user('Hi'), assistant([call]), user('Go on')] },
      /without `tool_result`/,
    ],
    ['a call at the end', { messages: [user('Hi'), assistant([call])] }, /without `tool_result`/],
    ['a result without call', { messages: [user([result])] }, /unexpected `tool_use_id`/],
    [
      'a result behind a text',
      { messages: [user('Hi'), assistant([call]), user([{ type: 'text', text: 'x' }, result])] },
      /come first/,
    ],
    [
      'a call without thinking before',
      { thinking, messages: [user('Hi'), assistant([call]), user([result])] },
      /Expected `thinking`/,
    ],
    ['little thinking', { thinking: { type: 'enabled', budget_tokens: 5 } }, /1024/],
    ['thinking beyond the limit', { thinking, max_tokens: 1024 }, /greater than `thinking/],
    ['thinking with a forced tool', { thinking, tool_choice: { type: 'any' } }, /forces tool use/],
    ['a tool without schema', { tools: [{ name: 'f' }] }, /input_schema/],
    ['a tool with a name of words', { tools: [{ name: 'a b', input_schema: { type: 'object' } }] }, /name/],
    [
      'an input that is a text',
      { messages: [user('Hi'), assistant([{ ...call, input: '{}' }]), user([result])] },
      /dictionary/,
    ],
    ['a picture of another type', { messages: [user([{ type: 'image', source: pdf }])] }, /media_type/],
    [
      'a picture without TLS',
      { messages: [user([{ type: 'image', source: { type: 'url', url: 'http://a' } }])] },
      /HTTPS/,
    ],
    [
      'five cache marks',
      { messages: [user(new Array(5).fill({ type: 'text', text: 'x', cache_control: {} }))] },
      /maximum of 4/,
    ],
  ])('%s', (_what, members, fault) => {
    expect(faultOf(members)).toMatch(fault);
  });

  it('takes what the system says between others where the header names it', () => {
    const messages = [user('Hi'), { role: 'system', content: 'Be brief.' }];
    expect(faultOf({ messages })).toMatch(/role/);
    expect(faultOf({ messages }, { beta: 'a,mid-conversation-tool-changes-2026-07-01' })).toBeNull();
  });
});
