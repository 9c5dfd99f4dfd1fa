import { z } from 'zod';
import { hasControlCharacters } from '../text.ts';

/** Models that may answer instead of another one, in order, by the name of that one. */
export type ModelFallbacks = ReadonlyMap<string, readonly string[]>;

export const MAX_FALLBACKS = 8;
export const MAX_FALLBACK_MODELS = 500;

const MAX_NAME = 200;

/** A name that is called as it is written: no pattern, and nothing that trimming would change. */
const isModelName = (name: string): boolean =>
  name !== '' &&
  name.length <= MAX_NAME &&
  name === name.trim() &&
  !name.includes('*') &&
  !hasControlCharacters(name);

const fallbackList = z
  .array(z.string().refine(isModelName))
  .min(1)
  .max(MAX_FALLBACKS)
  .refine((names) => new Set(names).size === names.length);

/**
 * Reads an option such as `{"gpt-5": ["gpt-5-mini", "claude-sonnet-4-5"]}`.
 * @returns code of what is wrong, with the model or the loop after a bar; undefined for valid lists
 */
export function modelFallbacksIssue(text: string): string | undefined {
  const entries = parseEntries(text);
  if (entries === null || entries.length > MAX_FALLBACK_MODELS) return 'option.not_fallbacks';
  const wrong = entries.find(
    ([model, names]) => !isModelName(model) || !fallbackList.safeParse(names).success,
  );
  if (wrong !== undefined) return `option.fallbacks_of|${wrong[0]}`;
  const loop = findLoop(new Map(entries as [string, string[]][]));
  return loop === undefined ? undefined : `option.fallbacks_lead_back|${loopText(loop)}`;
}

/** @returns no lists where the text is none */
export const parseModelFallbacks = (text: string): ModelFallbacks =>
  modelFallbacksIssue(text) === undefined ? readModelFallbacks(text) : new Map();

/** The lists of a text that is still edited: names as they are, without the checks. */
export function readModelFallbacks(text: string): ModelFallbacks {
  const lists = (parseEntries(text) ?? []).filter(([, names]) => Array.isArray(names));
  return new Map(lists.map(([model, names]) => [model, (names as unknown[]).map(String)]));
}

function parseEntries(text: string): [string, unknown][] | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.entries(value) : null;
  } catch {
    return null;
  }
}

/** Models of which each leads to the next and the last one to the first; undefined where no list leads back. */
function findLoop(fallbacks: ModelFallbacks): string[] | undefined {
  const finished = new Set<string>();
  const path: string[] = [];
  const onPath = new Set<string>();

  function visit(model: string): string[] | undefined {
    if (onPath.has(model)) return path.slice(path.indexOf(model));
    if (finished.has(model)) return undefined;
    path.push(model);
    onPath.add(model);
    for (const next of fallbacks.get(model) ?? []) {
      const loop = visit(next);
      if (loop !== undefined) return loop;
    }
    path.pop();
    onPath.delete(model);
    finished.add(model);
    return undefined;
  }

  for (const model of fallbacks.keys()) {
    const loop = visit(model);
    if (loop !== undefined) return loop;
  }
  return undefined;
}

const SHOWN_OF_LOOP = 9;

/** `a → b → a`; the middle of a long loop is left out. */
function loopText(loop: readonly string[]): string {
  const shown = loop.length > SHOWN_OF_LOOP ? [...loop.slice(0, SHOWN_OF_LOOP - 1), '…'] : loop;
  return [...shown, loop[0]].join(' → ');
}
