import { GatewayError } from '../../platform/gateway-error.ts';
import type { JsonScanner } from '../../platform/json/json-scanner.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { joined } from '../../platform/memory/pieces.ts';
import type { Dialect } from '../dialect.ts';
import { idIn } from '../kept-object.ts';
import { listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { invalid } from '../neutral/members.ts';

/** Members of calls of models whose texts, or lists of texts, are ids of what a vendor keeps. */
export const idMembers = [
  ...['file_id', 'file_ids', 'vector_store_ids', 'container', 'container_id', 'skill_id', 'tunnel_id'],
] as const;
const ID_MEMBERS: ReadonlySet<string> = new Set([...idMembers, 'input_file_id', 'vector_store_id']);

/** OpenAI's own skills have names such as `openai-spreadsheets`. */
export const isPublicSkill = (name: string, id: string): boolean =>
  name === 'skill_id' && !id.startsWith('skill_');
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
      if (isNamed && isText(one) && isPublicSkill(name, one)) continue;
      idsIn(one, { found, isNamed, depth: depth + 1 });
    }
  }
  return found;
}

const isIds = (value: unknown): boolean =>
  value === null || typeof value === 'string' || (Array.isArray(value) && value.every(isText));
const isText = (value: unknown): value is string => typeof value === 'string';

/** Other APIs can name files alone to vendors that keep them. */
const FILES_ALONE = ['file_id'];

/** A scanned request of a dialect. */
interface Naming {
  dialect: Pick<Dialect, 'idMembers' | 'isPublicId' | 'hasToolResults'>;
  scan: Pick<JsonScanner, 'noticed'>;
  body: Buffer;
}

/** Whether a request has such a member anywhere; what costs nothing where it has none. */
export const mayNameObjects = ({ dialect, scan: { noticed } }: Omit<Naming, 'body'>): boolean =>
  noticed.size > 0 && (dialect.idMembers ?? FILES_ALONE).some((name) => noticed.has(name));

/** Ids that a request names of what its vendor keeps. */
interface NamedIds {
  /** Files of its input, and what its tools look into. */
  read: Set<string>;
  /** Containers of earlier calls of the code interpreter: the vendor goes on in one that still runs. */
  reused: Set<string>;
}

export const NOTHING_NAMED: NamedIds = { read: new Set(), reused: new Set() };

/**
 * Values under these names report earlier reads or belong to the caller. No vendor reads by an id in them, whatever the
 * types of the objects.
 */
const TOLD: ReadonlySet<string> = new Set([
  ...['annotations', 'citations', 'results', 'metadata'],
  ...[
    'parameters',
    'schema',
    'input_schema',
    'input_examples',
    'args',
    'arguments',
    'response',
    'properties',
  ],
  ...['parametersJsonSchema', 'parameters_json_schema', 'responseJsonSchema', 'response_json_schema'],
  ...['responseSchema'],
  // Schemas of answers and of tools, as vendors and local servers name them.
  ...['json_schema', 'response_schema', 'output_schema', 'format', 'guided_json', 'structured_outputs'],
  ...['documents', 'client_metadata'],
]);
const TOOL_USE = /^(?:server_|mcp_)?tool_use$/;
/** Result of a tool that runs at Anthropic; it may list created files. One of an MCP server may hold any content. */
const TOOL_RESULT = /^(?!mcp_)\w+_tool_result$/;
const INTERPRETER_CALL = 'code_interpreter_call';
/** A request names the members of such an object itself. */
const FREE_NAMES = 'variables';

interface Reading extends NamedIds {
  /** Counts the members of each name, also those that are left out. */
  members: Map<string, number>;
  dialect: Naming['dialect'];
}

/**
 * Ids by which a call reads objects at the vendor. Ids in returned earlier turns are skipped if they only report a read.
 * @throws request.duplicate_member where a parser may read another id than this one; request.too_large where there is too
 *   much to parse
 */
export async function idsOfCall({ dialect, scan: { noticed }, body }: Naming): Promise<NamedIds> {
  const reading = newReading(dialect);
  const texts = new LongTexts();
  const { input, ...rest } = objectOf(await texts.parseInTurns(body)) ?? {};
  // A tool's call has a member of this name too, which is its caller's.
  readIds(input, reading, { isTold: false });
  readIds(rest, reading, { isTold: false });
  assertReadOnce(reading, noticed);
  const idsOf = (found: ReadonlySet<string>) => new Set([...found].map((id) => idIn(id, texts)));
  return { read: idsOf(reading.read), reused: idsOf(reading.reused) };
}

/**
 * Refuses a message of a session that names what its vendor keeps: only whole calls are bound to its owner.
 * @throws object.not_found; request.duplicate_member, request.invalid as `idsOfCall`
 */
export function assertNamesNothing(
  message: unknown,
  { dialect, scan: { noticed } }: Omit<Naming, 'body'>,
): void {
  const reading = newReading(dialect);
  // A member of the message itself is an order to the vendor, also where its name is that of a result elsewhere.
  for (const [name, value] of Object.entries(objectOf(message) ?? {})) {
    if (countMember(name, reading)) for (const id of idsOfMember(name, value)) reading.read.add(id);
    readIds(value, reading, { isTold: false });
  }
  assertReadOnce(reading, noticed);
  const [id] = [...reading.read, ...reading.reused];
  if (id !== undefined) throw new GatewayError('object.not_found', { id: id.slice(0, MAX_SHOWN_LENGTH) });
}

const MAX_SHOWN_LENGTH = 100;

const newReading = (dialect: Naming['dialect']): Reading => ({
  ...{ read: new Set(), reused: new Set(), dialect },
  members: new Map((dialect.idMembers ?? FILES_ALONE).map((name) => [name, 0])),
});

/** @throws request.duplicate_member */
function assertReadOnce({ members }: Reading, noticed: JsonScanner['noticed']): void {
  for (const [name, count] of members)
    if ((noticed.get(name) ?? 0) !== count) throw new GatewayError('request.duplicate_member');
}

function readIds(value: unknown, reading: Reading, { isTold }: { isTold: boolean }): void {
  for (const one of listOf(value)) readIds(one, reading, { isTold });
  const object = objectOf(value);
  if (object === null) return;
  const type = textOf(object.type);
  for (const [name, one] of Object.entries(object)) {
    if (countMember(name, reading) && !isTold) {
      const ids = type === INTERPRETER_CALL && name === 'container_id' ? reading.reused : reading.read;
      for (const id of idsOfMember(name, one))
        if (reading.dialect.isPublicId?.(name, id, type) !== true) ids.add(id);
    }
    if (name === FREE_NAMES)
      for (const [own, value] of Object.entries(objectOf(one) ?? {})) {
        countMember(own, reading);
        readIds(value, reading, { isTold });
      }
    else readIds(one, reading, { isTold: isTold || tells(name, type, reading) });
  }
}

/** @returns whether it is one that holds ids */
function countMember(name: string, { members }: Reading): boolean {
  const count = members.get(name);
  if (count === undefined) return false;
  members.set(name, count + 1);
  return true;
}

const tells = (name: string, type: string, { dialect: { hasToolResults } }: Reading): boolean =>
  TOLD.has(name) ||
  (name === 'input' && TOOL_USE.test(type)) ||
  (name === 'outputs' && type === INTERPRETER_CALL) ||
  (name === 'content' && hasToolResults === true && TOOL_RESULT.test(type));

/** @throws request.invalid where it is no id: a vendor might read one in it */
function idsOfMember(name: string, value: unknown): string[] {
  // A container may be described; what its description names stands there by its own name.
  const isDescribed = name === 'container' && objectOf(value) !== null;
  if (!isDescribed && !isIds(value)) throw invalid(name, 'invalid_string');
  return [value].flat().filter((id): id is string => isText(id) && id !== '');
}

/** Is nobody's: what names it is as what names one that its vendor has dropped. */
const NO_CONTAINER = `cntr_${'0'.repeat(48)}`;

/** @returns a body in which calls of the code interpreter were made in no such container */
export async function leaveOutContainers(body: Buffer, ids: ReadonlySet<string>): Promise<Buffer> {
  const texts = new LongTexts();
  const tree = await texts.parseInTurns(body);
  const leaveOut = (value: unknown): void => {
    for (const one of listOf(value)) leaveOut(one);
    const object = objectOf(value);
    if (object === null) return;
    if (object.type === INTERPRETER_CALL && ids.has(idIn(textOf(object.container_id), texts)))
      object.container_id = NO_CONTAINER;
    for (const one of Object.values(object)) leaveOut(one);
  };
  leaveOut(tree);
  return joined(texts.writeApart(tree));
}
