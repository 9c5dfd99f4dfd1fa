import { describe, expect, it } from 'vitest';
import { findAnthropicUserTurn } from './anthropic-messages/anthropic-user-turn.ts';
import { findGeminiUserTurn } from './gemini/gemini-user-turn.ts';
import { findChatUserTurn } from './openai-chat/chat-user-turn.ts';
import { findResponsesUserTurn } from './openai-responses/responses-user-turn.ts';
import type { FindUserTurn } from './user-turn.ts';

const dialects = {
  chat: findChatUserTurn,
  messages: findAnthropicUserTurn,
  responses: findResponsesUserTurn,
  gemini: findGeminiUserTurn,
};
type Name = keyof typeof dialects;

/** Requests before and after a text is added to the question. */
const found: [Name, object, object, string[]][] = [
  [
    'chat',
    { messages: [{ role: 'user', content: 'Q' }] },
    { messages: [{ role: 'user', content: 'Q\n\n+' }] },
    ['Q'],
  ],
  [
    'chat',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Q' },
            { type: 'image_url', image_url: {} },
          ],
        },
      ],
    },
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Q' },
            { type: 'image_url', image_url: {} },
            { type: 'text', text: '+' },
          ],
        },
      ],
    },
    ['Q'],
  ],
  [
    'messages',
    { system: 'S', messages: [{ role: 'user', content: 'Q' }] },
    { system: 'S', messages: [{ role: 'user', content: 'Q\n\n+' }] },
    ['Q'],
  ],
  [
    'messages',
    {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Q', cache_control: { type: 'ephemeral' } }] },
      ],
    },
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Q', cache_control: { type: 'ephemeral' } },
            { type: 'text', text: '+' },
          ],
        },
      ],
    },
    ['Q'],
  ],
  ['responses', { input: 'Q' }, { input: 'Q\n\n+' }, ['Q']],
  [
    'responses',
    { input: [{ role: 'user', content: 'Q' }] },
    { input: [{ role: 'user', content: 'Q\n\n+' }] },
    ['Q'],
  ],
  [
    'responses',
    { input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Q' }] }] },
    {
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'Q' },
            { type: 'input_text', text: '+' },
          ],
        },
      ],
    },
    ['Q'],
  ],
  [
    'gemini',
    { contents: [{ role: 'user', parts: [{ text: 'Q' }] }] },
    { contents: [{ role: 'user', parts: [{ text: 'Q' }, { text: '+' }] }] },
    ['Q'],
  ],
  [
    'gemini',
    { contents: { parts: { text: 'Q' } } },
    { contents: { parts: [{ text: 'Q' }, { text: '+' }] } },
    ['Q'],
  ],
];

const notFound: [Name, unknown][] = [
  [
    'chat',
    {
      messages: [
        { role: 'user', content: 'Q' },
        { role: 'assistant', content: 'A' },
      ],
    },
  ],
  [
    'chat',
    {
      messages: [
        { role: 'user', content: 'Q' },
        { role: 'tool', tool_call_id: 'x', content: '5' },
      ],
    },
  ],
  ['chat', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] }],
  ['chat', { messages: [] }],
  ['chat', { messages: 'Q' }],
  ['chat', null],
  [
    'messages',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'tool_result', content: '5' },
            { type: 'text', text: 'go on' },
          ],
        },
      ],
    },
  ],
  [
    'responses',
    {
      input: [
        { role: 'user', content: 'Q' },
        { type: 'function_call_output', output: '5' },
      ],
    },
  ],
  ['responses', { input: '' }],
  ['responses', { input: [{ type: 'item_reference', id: 'x' }] }],
  ['gemini', { contents: [{ role: 'user', parts: [{ functionResponse: {} }] }] }],
  [
    'gemini',
    {
      contents: [
        { role: 'user', parts: [{ text: 'Q' }] },
        { role: 'model', parts: [{ text: 'A' }] },
      ],
    },
  ],
  ['gemini', { contents: [7] }],
];

const before: [Name, object][] = [
  [
    'chat',
    {
      messages: [
        { role: 'assistant', content: 'A' },
        { role: 'system', content: 'S' },
        { role: 'user', content: 'Q' },
      ],
    },
  ],
  [
    'messages',
    {
      messages: [
        { role: 'assistant', content: [{ type: 'text', text: 'A' }] },
        { role: 'user', content: 'Q' },
      ],
    },
  ],
  [
    'responses',
    {
      input: [
        { role: 'assistant', content: [{ type: 'output_text', text: 'A' }] },
        { type: 'reasoning', summary: [] },
        { role: 'user', content: 'Q' },
      ],
    },
  ],
  [
    'gemini',
    {
      contents: [
        { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'A' }] },
        { parts: [{ text: 'Q' }] },
      ],
    },
  ],
];

describe('the question that a request ends with', () => {
  it.each(found)('is found and extended in %s %j', (name, request, extended, texts) => {
    const find: FindUserTurn = dialects[name];
    const tree = structuredClone(request);
    const turn = find(tree);
    expect(turn?.texts).toEqual(texts);
    turn?.append('+');
    expect(tree).toEqual(extended);
  });

  it.each(notFound)('is not found in %s %j', (name, request) => {
    expect(dialects[name](request)).toBeNull();
  });

  it.each(before)('has a message before it in %s', (name, request) => {
    expect(dialects[name](request)?.before).toEqual({ role: 'assistant', texts: ['A'] });
  });
});
