import type { MemberReader } from './member-reader.ts';
import { objectOf } from './neutral/json-values.ts';

/** Longer members say more than that there shall be no thinking. */
const MAX_BYTES = 4_096;
const OFF: ReadonlySet<unknown> = new Set([undefined, null, false, 0, 'none', 'off', 'disabled']);

/** Members of OpenAI's chat, of compatible vendors and of Responses. */
export const OPENAI_THINKING = [
  ...['reasoning_effort', 'reasoning', 'include_reasoning', 'reasoning_format', 'reasoning_budget'],
  ...['thinking', 'thinking_budget', 'thinking_config', 'thinking_level', 'think', 'enable_thinking'],
  ...['output_config', 'chat_template_kwargs', 'google', 'extra_body'],
] as const;

/** No model thinks longer. */
const MAX_TOKENS = 131_072;

/** Whether a request asks for thinking in one of these members, and how many tokens of its bound it gives to that. */
export function askedThinking(
  read: MemberReader,
  names: readonly string[],
): { asksThinking: boolean; thinkingBudget: number } {
  const asked = { asksThinking: false, thinkingBudget: 0 };
  for (const name of names) {
    const place = read.place(name);
    if (place === undefined) continue;
    const value = place.end - place.start > MAX_BYTES ? name : read.value(name);
    if (isOff(value)) continue;
    asked.asksThinking = true;
    asked.thinkingBudget = Math.max(asked.thinkingBudget, Math.min(MAX_TOKENS, budgetIn(value, name)));
  }
  return asked;
}

/** Its name and place differ from vendor to vendor: `thinking_budget`, `budget_tokens`, `reasoning.max_tokens`. */
const BUDGET = /budget[^.]*$|reasoning\.max_tokens$/i;

function budgetIn(value: unknown, path: string): number {
  if (typeof value === 'number')
    return Number.isFinite(value) && BUDGET.test(path) ? Math.max(0, Math.floor(value)) : 0;
  const object = objectOf(value);
  if (object === null) return 0;
  return Math.max(0, ...Object.entries(object).map(([name, one]) => budgetIn(one, `${path}.${name}`)));
}

function isOff(value: unknown): boolean {
  const object = objectOf(value);
  if (object === null) return OFF.has(value);
  const values = Object.values(object);
  const isSaid = object.effort === 'none' || object.type === 'disabled';
  return isSaid ? !values.some((one) => typeof one === 'number' && one > 0) : values.every(isOff);
}
