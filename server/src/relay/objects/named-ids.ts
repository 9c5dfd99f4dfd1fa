import { objectOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

/** Members whose texts, or lists of texts, are ids of what a vendor keeps. */
const ID_MEMBERS: ReadonlySet<string> = new Set([
  'file_id',
  'file_ids',
  'input_file_id',
  'vector_store_id',
  'vector_store_ids',
  'container',
  'container_id',
]);
/** How OpenAI's and Azure's ids begin; a short one may be a word that somebody wrote. */
const ID = /^(?:file|assistant|upload|vs|cntr)[-_][A-Za-z0-9]{16,}$/;
/** Texts that people write. */
const WORDS: ReadonlySet<string> = new Set(['metadata', 'attributes', 'name', 'description', 'query']);
const MAX_DEPTH = 100;

/**
 * Ids of what a vendor keeps in a request for such things: by the name of their member, or by their form.
 * @throws request.too_deep
 */
export function idsIn(
  value: unknown,
  { found = new Set<string>(), isNamed = false, depth = 0 } = {},
): Set<string> {
  if (depth > MAX_DEPTH) throw new GatewayError('request.too_deep');
  if (typeof value === 'string') {
    if (isNamed || ID.test(value)) found.add(value);
  } else if (Array.isArray(value)) {
    for (const one of value) idsIn(one, { found, isNamed, depth: depth + 1 });
  } else {
    for (const [name, one] of Object.entries(objectOf(value) ?? {}))
      if (!WORDS.has(name)) idsIn(one, { found, isNamed: ID_MEMBERS.has(name), depth: depth + 1 });
  }
  return found;
}
