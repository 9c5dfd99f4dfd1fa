import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS } from '../../billing/usage.ts';
import { unitsInBody } from '../body-units.ts';

interface GroundedAnswer {
  modelVersion?: unknown;
  candidates?: unknown;
}

interface GroundedCandidate {
  groundingMetadata?: { webSearchQueries?: unknown } | null;
}

const QUERIES = '"webSearchQueries"';
/** Up to 2.5 a grounded answer is billed, however often it searched; from 3 on each search. */
const BILLED_BY_ANSWER = /^(?:models\/)?gemini-[12](?:[.-]|$)/;
/** More than a model asks for one answer. */
const MAX_QUERIES = 1000;

/**
 * Searches in the web that an answer rests on, as Google bills them: each query once, empty ones not at all.
 * Source: Gemini API docs, "Grounding with Google Search" and "Pricing".
 */
export class GroundedSearches {
  #queries: Set<string> | null = null;
  #isBilledByAnswer = false;

  note(value: unknown): void {
    const { modelVersion, candidates } = value as GroundedAnswer;
    if (!Array.isArray(candidates)) return;
    for (const candidate of candidates as (GroundedCandidate | null)[]) {
      const queries = candidate?.groundingMetadata?.webSearchQueries;
      if (!Array.isArray(queries)) continue;
      this.#isBilledByAnswer ||= typeof modelVersion === 'string' && BILLED_BY_ANSWER.test(modelVersion);
      this.#queries ??= new Set();
      for (const query of queries)
        if (typeof query === 'string' && query !== '' && this.#queries.size < MAX_QUERIES)
          this.#queries.add(query);
    }
  }

  get units(): readonly CountedUnit[] {
    const count = this.#queries?.size ?? 0;
    if (count === 0) return NO_UNITS;
    return [{ kind: 'web_search', count: this.#isBilledByAnswer ? 1 : count }];
  }
}

/** Those of a whole answer. */
export const searchesInBody = (body: Buffer): readonly CountedUnit[] =>
  unitsInBody(body, [QUERIES], (answer) => {
    const searches = new GroundedSearches();
    searches.note(answer);
    return searches.units;
  });
