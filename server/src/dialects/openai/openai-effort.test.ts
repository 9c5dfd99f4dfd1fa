import { expect, it } from 'vitest';
import type { RequestTarget } from '../conversation-format.ts';
import type { ThinkingWish } from '../neutral/conversation.ts';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { openAiEffort, takenThinking } from './openai-effort.ts';

const off: ThinkingWish = { mode: 'off', budgetTokens: null, effort: null, shown: null };

it.each([
  ['gpt-5.2', 'none', ''],
  ['openai/gpt-5.1', 'none', ''],
  ['gpt-5-mini', 'minimal', 'approximated=thinking'],
  ['gpt-5', 'minimal', 'approximated=thinking'],
  ['o4-mini', 'low', 'approximated=thinking'],
  ['gpt-5.1-codex', 'low', 'approximated=thinking'],
  ['gpt-5-pro', 'high', 'approximated=thinking'],
  ['gpt-5.2-chat-latest', 'medium', 'approximated=thinking'],
  ['openai/gpt-oss-120b', 'low', 'approximated=thinking'],
  ['gpt-6', null, 'approximated=thinking'],
  ['o3-pro', null, 'approximated=thinking'],
  ['qwen3-max', null, 'approximated=thinking'],
])('thinking that is turned off, for %s', (upstreamModel, effort, header) => {
  const report = new ConversionReport();
  expect(openAiEffort(off, { upstreamModel, report } as RequestTarget)).toBe(effort);
  expect(report.header()).toBe(header);
});

it.each([
  [{ effort: 'max' }, 'xhigh'],
  [{ effort: 'none' }, 'none'],
  [{ effort: 'auto' }, 'auto'],
  [{ mode: 'on' }, 'medium'],
  [{ mode: 'auto' }, null],
  [{ mode: 'on', budgetTokens: 2_000 }, 'low'],
  [{ mode: 'on', budgetTokens: 20_000 }, 'high'],
] as const)('a wish of %j', (wish, effort) => {
  const target = { upstreamModel: 'gpt-5.2', report: new ConversionReport() } as RequestTarget;
  expect(openAiEffort({ ...off, ...wish }, target)).toBe(effort);
});

it.each([
  ['gpt-5.1-chat-latest', 'high', 'medium', 'approximated=thinking'],
  ['gpt-5.3-chat-latest', 'none', 'medium', 'approximated=thinking'],
  ['gpt-5.2-chat', 'medium', 'medium', ''],
  ['gpt-5-pro', 'low', 'high', 'approximated=thinking'],
  ['gpt-5', 'minimal', 'minimal', ''],
  ['gpt-5-mini-2025-08-07', 'xhigh', 'high', 'approximated=thinking'],
  ['gpt-5-nano', 'none', 'minimal', 'approximated=thinking'],
  ['gpt-5-codex', 'minimal', 'low', 'approximated=thinking'],
  ['gpt-5.1', 'minimal', 'low', 'approximated=thinking'],
  ['gpt-5.1', 'max', 'high', 'approximated=thinking'],
  ['gpt-5.1', 'none', 'none', ''],
  ['gpt-5.1-codex-mini', 'xhigh', 'high', 'approximated=thinking'],
  ['gpt-5.1-codex-max', 'xhigh', 'xhigh', ''],
  ['gpt-5.1-codex-max', 'none', 'low', 'approximated=thinking'],
  ['gpt-5.3-codex', 'max', 'xhigh', 'approximated=thinking'],
  ['gpt-5.4-mini', 'xhigh', 'xhigh', ''],
  ['gpt-5.4-pro', 'minimal', 'medium', 'approximated=thinking'],
  ['gpt-5.5', 'max', 'xhigh', 'approximated=thinking'],
  ['gpt-5.6-sol', 'max', 'max', ''],
  ['o3-mini', 'xhigh', 'high', 'approximated=thinking'],
  ['o4-mini-deep-research', 'high', 'medium', 'approximated=thinking'],
  ['ft:o4-mini-2025-04-16:me::1', 'minimal', 'low', 'approximated=thinking'],
  ['gpt-oss:20b', 'xhigh', 'high', 'approximated=thinking'],
  // Not known.
  ['o3-pro', 'minimal', 'minimal', ''],
  ['gpt-6', 'max', 'xhigh', ''],
  ['qwen3-max', 'minimal', 'minimal', ''],
])('an effort that is asked of %s: %s', (upstreamModel, asked, effort, header) => {
  const report = new ConversionReport();
  const wish: ThinkingWish = { ...off, mode: 'on', effort: asked };
  expect(openAiEffort(wish, { upstreamModel, report } as RequestTarget)).toBe(effort);
  expect(report.header()).toBe(header);
});

it.each([
  'gpt-4o',
  'gpt-4.1-mini',
  'chatgpt-4o-latest',
  'gpt-5-chat-latest',
  'ft:gpt-4o-mini-2024-07-18:me::1',
])('%s, which does not think, is not asked to', (upstreamModel) => {
  for (const wish of [{ mode: 'on', budgetTokens: 2_000 }, { effort: 'high' }, { mode: 'auto' }] as const) {
    const report = new ConversionReport();
    expect(takenThinking({ ...off, mode: 'on', ...wish }, { upstreamModel, report })).toBe(null);
    expect(report.header()).toBe('dropped=thinking');
  }
  const report = new ConversionReport();
  expect(takenThinking(off, { upstreamModel, report })).toBe(null);
  expect(report.header()).toBe('');
});

it.each(['gpt-5', 'ft:o4-mini-2025-04-16:me::1', 'qwen3-max'])('%s is asked to think', (upstreamModel) => {
  const wish: ThinkingWish = { ...off, mode: 'on' };
  const report = new ConversionReport();
  expect(takenThinking(wish, { upstreamModel, report })).toBe(wish);
  expect(report.header()).toBe('');
});
