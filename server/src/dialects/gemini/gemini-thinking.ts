import type { RequestTarget } from '../conversation-format.ts';
import type { ThinkingWish } from '../neutral/conversation.ts';
import { featuresOf } from './gemini-features.ts';

/** Source: Gemini API guide "OpenAI compatibility", `reasoning_effort`. */
const EFFORT_BUDGETS: ReadonlyMap<string, number> = new Map(
  Object.entries({ minimal: 1_024, low: 1_024, medium: 8_192 }),
);
const HIGH_BUDGET = 24_576;
/** Budgets up to these are said as `low` and `medium`. */
const LOW_BUDGET = 4_096;
const MEDIUM_BUDGET = 16_384;
const LEVELS: readonly string[] = ['minimal', 'low', 'medium', 'high'];

interface BudgetRange {
  min: number;
  max: number;
  canBeOff: boolean;
}

/** Source: Gemini API guide "Thinking". */
function rangeOf(model: string): BudgetRange {
  if (/flash-lite/.test(model)) return { min: 512, max: 24_576, canBeOff: true };
  if (/flash/.test(model)) return { min: 1, max: 24_576, canBeOff: true };
  return { min: 128, max: 32_768, canBeOff: false };
}

/** The wish as `thinkingConfig`: a budget for models of version 2.5, a level for later ones. */
export function writeThinking(wish: ThinkingWish | null, target: RequestTarget): object {
  if (wish === null) return {};
  const { report, upstreamModel } = target;
  const { thinking } = featuresOf(upstreamModel);
  const isOff = wish.mode === 'off' || wish.effort === 'none';
  if (thinking === 'none') {
    if (!isOff) report.note('dropped', 'thinking', 'the model does not think');
    return {};
  }
  const amount = thinking === 'level' ? levelOf(wish, isOff, target) : budgetOf(wish, isOff, target);
  const includeThoughts = !isOff && wish.shown !== false;
  return { thinkingConfig: { ...amount, ...(includeThoughts && { includeThoughts }) } };
}

function levelOf(wish: ThinkingWish, isOff: boolean, { report, upstreamModel }: RequestTarget): object {
  const least = /pro/.test(upstreamModel) ? 'low' : 'minimal';
  if (isOff) {
    report.note('approximated', 'thinking', `level ${least}: the model always thinks`);
    return { thinkingLevel: least };
  }
  const { budgetTokens, effort } = wish;
  if (budgetTokens === null && effort === null) return {};
  const wanted = effort ?? levelOfBudget(budgetTokens ?? 0);
  const known = LEVELS.includes(wanted) ? wanted : 'high';
  const thinkingLevel = known === 'minimal' ? least : known;
  if (thinkingLevel !== effort) report.note('approximated', 'thinking', `level ${thinkingLevel}`);
  return { thinkingLevel };
}

const levelOfBudget = (tokens: number): string =>
  tokens <= LOW_BUDGET ? 'low' : tokens <= MEDIUM_BUDGET ? 'medium' : 'high';

function budgetOf(wish: ThinkingWish, isOff: boolean, target: RequestTarget): object {
  const { report, upstreamModel, outputLimit, thinkingShare } = target;
  const { min, max, canBeOff } = rangeOf(upstreamModel);
  if (isOff) {
    if (!canBeOff) report.note('approximated', 'thinking', `${min} tokens: the model always thinks`);
    return { thinkingBudget: canBeOff ? 0 : min };
  }
  const { budgetTokens, effort } = wish;
  if (budgetTokens === null && effort === null) return {};
  // Thinking is part of what the bound of an answer counts.
  const wanted = budgetTokens ?? EFFORT_BUDGETS.get(effort ?? '') ?? HIGH_BUDGET;
  const fits = outputLimit === null || (budgetTokens !== null && budgetTokens < outputLimit.tokens);
  const room = fits ? max : Math.floor(outputLimit.tokens * thinkingShare);
  const thinkingBudget = Math.max(min, Math.min(wanted, max, room));
  if (thinkingBudget !== budgetTokens) report.note('approximated', 'thinking', `${thinkingBudget} tokens`);
  return { thinkingBudget };
}
