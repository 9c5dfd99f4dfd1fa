import type { Json } from '../dialects/neutral/json-values.ts';

/** A ranking that stands in `data`, as some vendors answer, where callers look for it in `results`. */
export function rankingOfData({ data, object: _list, ...rest }: Json): Json {
  if (!Array.isArray(data)) throw new TypeError('no ranking');
  return { ...rest, results: data };
}
