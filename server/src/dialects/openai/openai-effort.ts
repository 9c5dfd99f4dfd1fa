import type { RequestTarget } from '../conversation-format.ts';
import type { ThinkingWish } from '../neutral/conversation.ts';
import { featuresOf } from './openai-features.ts';

/** Budgets up to these are said as `low` and `medium`; OpenAI's models take no number. */
const LOW_BUDGET = 4_096;
const MEDIUM_BUDGET = 16_384;

/** The wish where a model can be asked to think; the report names it where one of OpenAI's cannot. */
export function takenThinking(
  wish: ThinkingWish | null,
  { report, upstreamModel }: Pick<RequestTarget, 'report' | 'upstreamModel'>,
): ThinkingWish | null {
  if (wish === null || featuresOf(upstreamModel)?.thinks !== false) return wish;
  if (wish.mode !== 'off' && wish.effort !== 'none')
    report.note('dropped', 'thinking', 'the model does not think');
  return null;
}

/** How long a model may think, as OpenAI's APIs say it; null where nothing is said. */
export function openAiEffort(wish: ThinkingWish, target: RequestTarget): string | null {
  const effort = effortOf(wish, target);
  const only = featuresOf(target.upstreamModel)?.onlyEffort ?? null;
  if (only === null || effort === null || effort === only) return effort;
  target.report.note('approximated', 'thinking', `effort ${only}`);
  return only;
}

function effortOf({ mode, effort, budgetTokens }: ThinkingWish, target: RequestTarget): string | null {
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
  const effort = featuresOf(upstreamModel)?.leastEffort ?? null;
  if (effort !== 'none')
    report.note(
      'approximated',
      'thinking',
      effort === null ? 'as the model does by itself' : `effort ${effort}`,
    );
  return effort;
}
