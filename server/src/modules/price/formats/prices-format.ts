import type { Price } from '@turnpike/contract';
import { isRecord, type ListFormat } from './listed-costs.ts';

/**
 * A list of prices as this gateway and one-hub's price server answer it: a JSON list, or an object that has it as
 * `data`. Source: docs/reference/compatibility.md, "Price lists".
 */
export const pricesFormat: ListFormat<unknown[] | { data: unknown[] }> = {
  name: 'prices',
  fits: (value): value is unknown[] | { data: unknown[] } =>
    Array.isArray(value) || (isRecord(value) && Array.isArray(value.data)),
  *read(value) {
    const list = Array.isArray(value) ? value : value.data;
    for (const [index, entry] of list.entries()) {
      const model = isRecord(entry) && typeof entry.model === 'string' ? entry.model.slice(0, 100) : '';
      yield { place: index + 1, model, price: entry as Price };
    }
  },
};
