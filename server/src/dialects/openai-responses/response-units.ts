import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS } from '../../billing/usage.ts';
import { unitsInBody } from '../body-units.ts';
import { textOf } from '../neutral/json-values.ts';

const UNIT_ITEMS = ['"web_search_call"', '"file_search_call"', '"image_generation_call"'];
/** Names of items that are used by the piece. */
export const UNIT_ITEM = new RegExp(UNIT_ITEMS.join('|'));

/** Vendors name a few; further variants are counted without their names. */
const MAX_VARIANTS = 32;
/** Failed ones are not counted: nobody bills them. */
const FAILED: ReadonlySet<unknown> = new Set(['failed', 'incomplete']);

interface OutputItem {
  type?: unknown;
  status?: unknown;
  action?: { type?: unknown } | null;
  size?: unknown;
  quality?: unknown;
}

/**
 * Counts the items of a response that have a price each: web searches, file searches, and pictures by size and quality.
 * Opening a page or searching in it is not a web search.
 * Source: OpenAI API docs, "Web search", "File search", "Image generation" and "Pricing".
 */
export class ResponseUnits {
  #counts: Map<string, CountedUnit> | null = null;

  get units(): readonly CountedUnit[] {
    return this.#counts === null ? NO_UNITS : [...this.#counts.values()];
  }

  note(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const item = value as OutputItem;
    if (FAILED.has(item.status)) return;
    if (item.type === 'web_search_call') {
      if ((item.action?.type ?? 'search') === 'search') this.#add({ kind: 'web_search', count: 1 });
    } else if (item.type === 'file_search_call') this.#add({ kind: 'search', variant: 'file', count: 1 });
    else if (item.type === 'image_generation_call') {
      const variant = [textOf(item.size), textOf(item.quality)].filter((text) => text !== '').join(' ');
      this.#add({ kind: 'image', ...(variant !== '' && { variant: variant.slice(0, 64) }), count: 1 });
    }
  }

  /** Those with one more item, which is not done. */
  with(item: OutputItem): readonly CountedUnit[] {
    const all = new ResponseUnits();
    for (const unit of this.units) all.#add(unit);
    all.note(item);
    return all.units;
  }

  #add(unit: CountedUnit): void {
    this.#counts ??= new Map();
    let counted = unit;
    if (this.#counts.size >= MAX_VARIANTS && !this.#counts.has(keyOf(unit)))
      counted = { kind: unit.kind, count: 1 };
    const count = (this.#counts.get(keyOf(counted))?.count ?? 0) + unit.count;
    this.#counts.set(keyOf(counted), { ...counted, count });
  }
}

const keyOf = ({ kind, variant = '' }: CountedUnit): string => `${kind} ${variant}`;

/** Units in the output of a whole response. */
export const unitsInResponse = (body: Buffer): readonly CountedUnit[] =>
  unitsInBody(body, UNIT_ITEMS, (response) => {
    const counted = new ResponseUnits();
    const { output } = response as { output?: unknown };
    if (Array.isArray(output)) for (const item of output) counted.note(item);
    return counted.units;
  });
