import { expect, it } from 'vitest';
import type { RequestTarget } from '../conversation-format.ts';
import type { ThinkingWish } from '../neutral/conversation.ts';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { openAiEffort } from './openai-effort.ts';

const off: ThinkingWish = { mode: 'off', budgetTokens: null, effort: null, shown: null };

it.each([
  ['gpt-5.2', 'none', ''],
  ['openai/gpt-5.1', 'none', ''],
  ['gpt-5-mini', 'minimal', 'approximated=thinking'],
  ['gpt-5', 'minimal', 'approximated=thinking'],
  ['o4-mini', 'low', 'approximated=thinking'],
  ['gpt-5.1-codex', null, 'approximated=thinking'],
  ['gpt-5-pro', null, 'approximated=thinking'],
  ['o3-pro', null, 'approximated=thinking'],
  ['gpt-4.1-mini', null, ''],
  ['gpt-5.2-chat-latest', null, ''],
  ['qwen3-max', null, 'approximated=thinking'],
])('thinking that is turned off, for %s', (upstreamModel, effort, header) => {
  const report = new ConversionReport();
  expect(openAiEffort(off, { upstreamModel, report } as RequestTarget)).toBe(effort);
  expect(report.header()).toBe(header);
});

it.each([
  [{ effort: 'max' }, 'xhigh'],
  [{ effort: 'none' }, 'none'],
  [{ mode: 'on' }, 'medium'],
  [{ mode: 'auto' }, null],
  [{ mode: 'on', budgetTokens: 2_000 }, 'low'],
  [{ mode: 'on', budgetTokens: 20_000 }, 'high'],
] as const)('a wish of %j', (wish, effort) => {
  const target = { upstreamModel: 'gpt-5', report: new ConversionReport() } as RequestTarget;
  expect(openAiEffort({ ...off, ...wish }, target)).toBe(effort);
});
