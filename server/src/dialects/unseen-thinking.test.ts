import { expect, it } from 'vitest';
import { thinksUnseen } from './unseen-thinking.ts';

it.each([
  ...[
    'o3',
    'o4-mini-2025-04-16',
    'o1-pro',
    'gpt-5',
    'GPT-5.2-mini',
    'openai/gpt-5-codex',
    'codex-mini-latest',
  ],
  ...['o3:online', 'ft:o4-mini-2025-04-16:org::id', 'azure-gpt-5', 'us.openai.gpt-5', 'sonar-deep-research'],
  ...['gemini-2.5-flash', 'google/gemini-3-pro-preview', 'gemini-flash-latest', 'gemini-pro-latest'],
  ...[
    'gpt-5.1-chat-latest',
    'azure/gpt-5.2-chat',
    'grok-4',
    'x-ai/grok-code-fast-1',
    'xai.grok-4',
    'claude-opus-5',
    'us.anthropic.claude-mythos-1',
    'anthropic/claude-3.7-sonnet:thinking',
    'kimi-k2-thinking',
    'GPT5',
    'o3mini',
  ],
])('%s thinks without showing it', (model) => {
  expect(thinksUnseen(model)).toBe(true);
});

it.each([
  ...['gpt-4o', 'gpt4o', 'gpt-5-chat-latest', 'gpt-4o-search-preview'],
  ...['ft:gpt-4.1-mini:org::id', 'chatgpt-4o-latest', 'gemini-2.0-flash', 'claude-sonnet-4-5'],
  ...['anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-2.1', 'gpt-oss-120b', 'llama-3.3', 'qwen3-max'],
])('%s is not known to, unless it is asked', (model) => {
  expect(thinksUnseen(model)).toBe(false);
});
