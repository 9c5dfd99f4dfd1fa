import type { Dialect } from '../../dialects/dialect.ts';
import { parseObject } from '../../dialects/neutral/json-values.ts';
import type { CallSearch } from '../call/call-parts.ts';

/** Adds the cited sources of the search before a call to its whole answer, if its dialect has a place for them. */
export function withCitations(
  json: Buffer,
  { dialect, search }: { dialect: Dialect; search: CallSearch },
): Buffer {
  if (search.sources.length === 0 || dialect.addCitations === undefined) return json;
  const answer = parseObject(json.toString('utf8'));
  if (answer === null || !dialect.addCitations(answer, search.sources)) return json;
  return Buffer.from(JSON.stringify(answer));
}
