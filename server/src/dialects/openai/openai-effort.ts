import type { RequestTarget } from '../conversation-format.ts';
import type { ThinkingWish } from '../neutral/conversation.ts';
import type { ConversionReport } from '../neutral/conversion-report.ts';
import { EFFORTS, type Effort, effortsOf, featuresOf } from './openai-features.ts';

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
export function openAiEffort(wish: ThinkingWish, { report, upstreamModel }: RequestTarget): string | null {
  const efforts = effortsOf(upstreamModel);
  // Other vendors' have no common word for it, and may think by themselves.
  if (efforts === null && wish.mode === 'off' && wish.effort === null) {
    report.note('approximated', 'thinking', 'as the model does by itself');
    return null;
  }
  const asked = effortOf(wish, report);
  // Anthropic's highest effort is the highest of most.
  if (asked === null || efforts === null) return asked === 'max' ? 'xhigh' : asked;
  const effort = nearestEffort(asked, efforts);
  if (effort !== asked) report.note('approximated', 'thinking', `effort ${effort}`);
  return effort;
}

function effortOf({ mode, effort, budgetTokens }: ThinkingWish, report: ConversionReport): string | null {
  if (effort !== null) return effort;
  if (mode === 'off') return 'none';
  if (budgetTokens === null) {
    if (mode !== 'on') return null;
    report.note('approximated', 'thinking', 'effort medium');
    return 'medium';
  }
  const near = budgetTokens <= LOW_BUDGET ? 'low' : budgetTokens <= MEDIUM_BUDGET ? 'medium' : 'high';
  report.note('approximated', 'thinking', `${budgetTokens} tokens as effort ${near}`);
  return near;
}

/** The next that is more, else the most; a word that is none of OpenAI's stays. */
function nearestEffort(asked: string, efforts: readonly Effort[]): string {
  const place = EFFORTS.indexOf(asked as Effort);
  if (place === -1) return asked;
  return efforts.find((effort) => EFFORTS.indexOf(effort) >= place) ?? efforts.at(-1) ?? asked;
}
