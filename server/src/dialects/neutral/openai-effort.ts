import type { RequestTarget } from '../conversation-format.ts';
import type { ThinkingWish } from './conversation.ts';

/** Budgets up to these are said as `low` and `medium`; OpenAI's models take no number. */
const LOW_BUDGET = 4_096;
const MEDIUM_BUDGET = 16_384;

/** Models of OpenAI's that do not think. */
const NEVER_THINKS = /(?:^|\/)(?:gpt-[34]|chatgpt-|gpt-5[\w.]*-chat)/;
/** The least of OpenAI's models; the first that fits. Source: OpenAI API reference, `reasoning.effort`. */
const LEAST_EFFORTS: readonly { models: RegExp; effort: string | null }[] = [
  // They think as long as they do, or take no less than `low`, by model.
  { models: /(?:^|\/)gpt-5[\w.-]*-(?:pro|codex)/, effort: null },
  { models: /(?:^|\/)gpt-5\.\d/, effort: 'none' },
  { models: /(?:^|\/)gpt-5/, effort: 'minimal' },
  { models: /(?:^|\/)o\d-pro/, effort: null },
  { models: /(?:^|\/)o[134]/, effort: 'low' },
];

/** How long a model may think, as OpenAI's APIs say it; null where nothing is said. */
export function openAiEffort(
  { mode, effort, budgetTokens }: ThinkingWish,
  target: RequestTarget,
): string | null {
  const { report } = target;
  // Anthropic's highest effort is OpenAI's.
  if (effort !== null) return effort === 'max' ? 'xhigh' : effort;
  if (mode === 'off') return leastEffort(target);
  if (budgetTokens === null) {
    if (mode !== 'on') return null;
    report.note('approximated', 'thinking', 'effort medium');
    return 'medium';
  }
  const near = budgetTokens <= LOW_BUDGET ? 'low' : budgetTokens <= MEDIUM_BUDGET ? 'medium' : 'high';
  report.note('approximated', 'thinking', `${budgetTokens} tokens as effort ${near}`);
  return near;
}

/** How a model is told not to think. Other vendors' have no common word for it, and may do so by themselves. */
function leastEffort({ report, upstreamModel }: RequestTarget): string | null {
  if (NEVER_THINKS.test(upstreamModel)) return null;
  const effort = LEAST_EFFORTS.find(({ models }) => models.test(upstreamModel))?.effort ?? null;
  if (effort !== 'none')
    report.note(
      'approximated',
      'thinking',
      effort === null ? 'as the model does by itself' : `effort ${effort}`,
    );
  return effort;
}
