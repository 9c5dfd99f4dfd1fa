import { GatewayError } from '../../platform/gateway-error.ts';
import type { JsonScanner } from '../../platform/json-scanner.ts';
import { LongTexts } from '../../platform/long-texts.ts';
import type { Dialect } from '../dialect.ts';
import { listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { invalid } from '../neutral/members.ts';

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
 * @throws request.too_deep, request.invalid where such a member is no id: a vendor might read one in it
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
    for (const [name, one] of Object.entries(objectOf(value) ?? {})) {
      if (WORDS.has(name)) continue;
      const isNamed = ID_MEMBERS.has(name);
      if (isNamed && !isIds(one)) throw invalid(name, 'invalid_string');
      idsIn(one, { found, isNamed, depth: depth + 1 });
    }
  }
  return found;
}

const isIds = (value: unknown): boolean =>
  value === null || typeof value === 'string' || (Array.isArray(value) && value.every(isText));
const isText = (value: unknown): boolean => typeof value === 'string';

/** Other APIs can name files alone to vendors that keep them. */
const FILES_ALONE = ['file_id'];

/** A scanned request of a dialect. */
interface Naming {
  dialect: Pick<Dialect, 'idMembers'>;
  scan: Pick<JsonScanner, 'noticed'>;
  body: Buffer;
}

/** Whether a request has such a member anywhere; what costs nothing where it has none. */
export const mayNameObjects = ({ dialect, scan: { noticed } }: Omit<Naming, 'body'>): boolean =>
  noticed.size > 0 && (dialect.idMembers ?? FILES_ALONE).some((name) => noticed.has(name));

/** Parts and items that tell what was read or done, and tools of the caller's own: nothing is read by them. */
const TELLS = /(?:_citation|_path|^file_search_call|^code_interpreter_call|(?:^|_)tool_use|^function)$/;

/**
 * Ids by which a call of a model reads what its vendor keeps: files of its input, and what its tools look into. Of earlier
 * turns that it sends back, those that only tell what was read are left out.
 * @throws request.duplicate_member where a parser may read another id than this one; request.too_large where there is too
 *   much to parse
 */
export async function idsOfCall({ dialect, scan: { noticed }, body }: Naming): Promise<Set<string>> {
  // Without its long texts, such as pictures: no id is as long.
  const { metadata, tools, ...read } = objectOf(await new LongTexts().parseInTurns(body)) ?? {};
  const { idMembers: names = FILES_ALONE } = dialect;
  const found = new Set<string>();
  const members = new Map(names.map((name) => [name, 0]));
  readIds(metadata, { found, members, isTold: true });
  readIds(read, { found, members, isTold: false });
  for (const tool of listOf(tools)) {
    const { input_schema, input_examples, ...rest } = objectOf(tool) ?? {};
    readIds([input_schema, input_examples], { found, members, isTold: true });
    readIds(rest, { found, members, isTold: false });
  }
  if (names.some((name) => (noticed.get(name) ?? 0) !== members.get(name)))
    throw new GatewayError('request.duplicate_member');
  return found;
}

/** @param members counts those of each name, also those that are left out */
function readIds(
  value: unknown,
  told: { found: Set<string>; members: Map<string, number>; isTold: boolean },
): void {
  const { found, members, isTold } = told;
  for (const one of listOf(value)) readIds(one, told);
  const object = objectOf(value);
  if (object === null) return;
  const tells = isTold || TELLS.test(textOf(object.type));
  for (const [name, one] of Object.entries(object)) {
    const count = members.get(name);
    if (count !== undefined) {
      members.set(name, count + 1);
      if (!tells) for (const id of [one].flat()) if (typeof id === 'string') found.add(id);
    }
    readIds(one, { ...told, isTold: tells });
  }
}
