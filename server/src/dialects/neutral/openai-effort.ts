import type { ThinkingWish } from './conversation.ts';
import type { ConversionReport } from './conversion-report.ts';

/** Budgets up to these are said as `low` and `medium`; OpenAI's models take no number. */
const LOW_BUDGET = 4_096;
const MEDIUM_BUDGET = 16_384;

/** How long a model may think, as OpenAI's APIs say it; null where nothing is said. */
export function openAiEffort(
  { mode, effort, budgetTokens }: ThinkingWish,
  report: ConversionReport,
): string | null {
  // Anthropic's highest effort is OpenAI's.
  if (effort !== null) return effort === 'max' ? 'xhigh' : effort;
  if (mode === 'off') return null;
  if (budgetTokens === null) {
    if (mode !== 'on') return null;
    report.note('approximated', 'thinking', 'effort medium');
    return 'medium';
  }
  const near = budgetTokens <= LOW_BUDGET ? 'low' : budgetTokens <= MEDIUM_BUDGET ? 'medium' : 'high';
  report.note('approximated', 'thinking', `${budgetTokens} tokens as effort ${near}`);
  return near;
}
