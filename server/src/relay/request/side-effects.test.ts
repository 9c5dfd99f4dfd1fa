import { describe, expect, it } from 'vitest';
import { anthropicMessages } from '../../dialects/anthropic-messages/anthropic-messages.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { gemini } from '../../dialects/gemini/gemini.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { openAiResponses } from '../../dialects/openai-responses/openai-responses.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import type { ReadCall } from '../call/call-context.ts';
import { hasSideEffects } from './side-effects.ts';

function isOne(dialect: Dialect, request: object, call: object = {}): boolean {
  const body = Buffer.from(JSON.stringify(request));
  const scan = new JsonScanner({ members: dialect.members });
  scan.feed(body);
  scan.end();
  return hasSideEffects({ body, scan, dialect, facts: {}, boundTo: null, ...call } as ReadCall);
}

const named = { name: 'now', input_schema: {} };
const unstored = { store: false };

describe('a request with side effects', () => {
  it.each<[string, Dialect, object]>([
    ['a response that is stored by default', openAiResponses, {}],
    ['a stored response', openAiResponses, { store: true }],
    ['a stored chat', openAiChat, { store: true }],
    ['a search', openAiChat, { tools: [{ type: 'web_search' }] }],
    ['code that the vendor runs', openAiResponses, { ...unstored, tools: [{ type: 'code_interpreter' }] }],
    ['servers of tools', anthropicMessages, { mcp_servers: [{ url: 'https://a' }] }],
    ['a search of Claude', anthropicMessages, { tools: [named, { type: 'web_search_20250305' }] }],
    ['a search of Gemini', gemini, { tools: [{ functionDeclarations: [] }, { googleSearch: {} }] }],
    ['a search of Gemini as the only tool', gemini, { tools: { googleSearch: {} } }],
    [
      'more tools than are looked into',
      openAiChat,
      { tools: [{ type: 'function', a: 'x'.repeat(300_000) }] },
    ],
  ])('is %s', (_, dialect, request) => {
    expect(isOne(dialect, request)).toBe(true);
  });

  it.each<[string, Dialect, object]>([
    ['a response that is not stored', openAiResponses, unstored],
    ['a chat', openAiChat, { store: null, tools: [{ type: 'function', function: {} }, { type: 'custom' }] }],
    ['functions of the client', openAiResponses, { ...unstored, tools: [{ type: 'function', name: 'a' }] }],
    ['functions for Claude', anthropicMessages, { tools: [named, { type: 'custom', ...named }] }],
    ['functions for Gemini', gemini, { tools: [{ function_declarations: [] }] }],
    ['no tools', openAiChat, { tools: null }],
  ])('is not %s', (_, dialect, request) => {
    expect(isOne(dialect, request)).toBe(false);
  });

  it('is one that goes on from what a vendor keeps', () => {
    expect(isOne(openAiChat, {}, { boundTo: { channelId: 1, keyId: 1 } })).toBe(true);
    expect(isOne(openAiChat, {}, { facts: { named: [] } })).toBe(true);
    expect(isOne(openAiChat, {}, { facts: { usesThread: true } })).toBe(true);
  });
});
