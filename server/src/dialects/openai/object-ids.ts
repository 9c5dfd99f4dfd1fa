import { GatewayError } from '../../platform/gateway-error.ts';
import type { JsonScanner } from '../../platform/json-scanner.ts';
import { objectOf, textOf } from '../neutral/json-values.ts';

/** Members of calls of models whose texts, or lists of texts, are ids of what a vendor keeps. */
export const idMembers = ['file_id', 'file_ids', 'vector_store_ids', 'container', 'container_id'] as const;
const ID_MEMBERS: ReadonlySet<string> = new Set([...idMembers, 'input_file_id', 'vector_store_id']);
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

/** Whether a request has such a member anywhere; what costs nothing where it has none. */
export const mayNameObjects = ({ noticed }: Pick<JsonScanner, 'noticed'>): boolean =>
  noticed.size > 0 && idMembers.some((name) => noticed.has(name));

/** Parts and items that tell what was read or done; nothing is read by them. */
const TELLS = /(?:_citation|_path|^file_search_call|^code_interpreter_call)$/;

/**
 * Ids by which a call of a model reads what its vendor keeps: files of its input, and what its tools look into. Of earlier
 * turns that it sends back, those that only tell what was read are left out.
 * @throws request.duplicate_member where a parser may read another id than this one
 */
export function idsOfCall(body: Buffer, { noticed }: Pick<JsonScanner, 'noticed'>): Set<string> {
  const { metadata, ...read } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  const found = new Set<string>();
  let members = readIds(metadata, { found, isTold: true }) + readIds(read, { found, isTold: false });
  for (const name of idMembers) members -= noticed.get(name) ?? 0;
  if (members !== 0) throw new GatewayError('request.duplicate_member');
  return found;
}

/** @returns how many members of such names there are, those that are left out among them */
function readIds(value: unknown, { found, isTold }: { found: Set<string>; isTold: boolean }): number {
  if (Array.isArray(value))
    return value.reduce<number>((sum, one) => sum + readIds(one, { found, isTold }), 0);
  const object = objectOf(value);
  if (object === null) return 0;
  const tells = isTold || TELLS.test(textOf(object.type));
  let count = 0;
  for (const [name, one] of Object.entries(object)) {
    if ((idMembers as readonly string[]).includes(name)) {
      count += 1;
      if (!tells) for (const id of [one].flat()) if (typeof id === 'string') found.add(id);
    }
    count += readIds(one, { found, isTold: tells });
  }
  return count;
}
