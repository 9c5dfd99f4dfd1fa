import type { Json } from '../dialects/neutral/json-values.ts';
import type { Adapter } from './adapter.ts';

/** A ranking that stands in `data`, as some vendors answer, where callers look for it in `results`. */
export function rankingOfData({ data, object: _list, ...rest }: Json): Json {
  if (!Array.isArray(data)) throw new TypeError('no ranking');
  return { ...rest, results: data };
}

/** A vendor that is asked for a ranking as others are, and answers so. */
export const answersWithData: Adapter = {
  request: (asked, { upstreamModel }) => ({
    model: upstreamModel,
    ...Object.fromEntries(asked.left.map((name) => [name, asked.take(name)])),
  }),
  answer: rankingOfData,
};
