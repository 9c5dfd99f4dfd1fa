import { expect, it } from 'vitest';
import { thinksUnseen } from './unseen-thinking.ts';

it.each([
  ...[
    'o3',
    'o4-mini-2025-04-16',
    'o1-pro',
    'gpt-5',
    'gpt-5.2-mini',
    'openai/gpt-5-codex',
    'codex-mini-latest',
  ],
  ...[
    'gemini-2.5-flash',
    'google/gemini-3-pro-preview',
    'gemini-flash-latest',
    'grok-4',
    'x-ai/grok-code-fast-1',
  ],
])('%s thinks without showing it', (model) => {
  expect(thinksUnseen(model)).toBe(true);
});

it.each([
  ...['gpt-4o', 'gpt-5-chat-latest', 'gpt-5.2-chat', 'chatgpt-4o-latest', 'gemini-2.0-flash', 'grok-3'],
  ...['claude-sonnet-4-5', 'deepseek-reasoner', 'llama-o3-mix', 'qwen3-max'],
])('%s shows what it thinks, or does not think', (model) => {
  expect(thinksUnseen(model)).toBe(false);
});
