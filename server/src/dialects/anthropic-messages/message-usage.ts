import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS, type Usage } from '../../billing/usage.ts';
import { unitsInBody } from '../body-units.ts';
import { objectOf } from '../neutral/json-values.ts';
import { type AnthropicUsage, readAnthropicUsage, withLaterUsage } from './anthropic-usage.ts';

const SEARCH_RESULT = 'web_search_tool_result';

/**
 * A block of a search in the web that is billed: one that failed has an error in place of its results.
 * Source: Claude docs, "Web search tool".
 */
const isSearch = (value: unknown): boolean => {
  const block = objectOf(value);
  return block?.type === SEARCH_RESULT && Array.isArray(block.content);
};

const searchUnits = (count: number): readonly CountedUnit[] =>
  count === 0 ? NO_UNITS : [{ kind: 'web_search', count }];

/**
 * The usage of a message that comes in parts. Searches are counted as they come, because the vendor reports their
 * number only at the end, which is missing if the client disconnects.
 */
export class MessageUsage {
  #said: AnthropicUsage | null = null;
  #searches = 0;

  /** Searches that were seen. */
  get units(): readonly CountedUnit[] {
    return searchUnits(this.#searches);
  }

  /** @returns null where nothing was said that can be believed */
  get usage(): Usage | null {
    return readAnthropicUsage(this.#said, this.units);
  }

  say(later: unknown): void {
    this.#said = withLaterUsage(this.#said, later);
  }

  /** @returns whether it is a search */
  noteBlock(block: unknown): boolean {
    if (!isSearch(block)) return false;
    this.#searches += 1;
    // An earlier number of searches does not include this one.
    if (this.#said !== null) this.#said = { ...this.#said, server_tool_use: null };
    return true;
  }
}

/** Searches of a whole message. */
export const searchesInMessage = (body: Buffer): readonly CountedUnit[] =>
  unitsInBody(body, [SEARCH_RESULT], (message) => {
    const { content } = message as { content?: unknown };
    return Array.isArray(content) ? searchUnits(content.filter(isSearch).length) : NO_UNITS;
  });
