import { JsonScanError } from '../../platform/json-scan-error.ts';
import { JsonScanner } from '../../platform/json-scanner.ts';
import { nameBefore, skipSpace } from '../../platform/member-name.ts';
import { scanInTurns } from '../../platform/scan-in-turns.ts';
import type { Edit } from '../../platform/splice.ts';

/** OpenAI's names of members that Mistral knows by another. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['max_completion_tokens', 'max_tokens'],
  ['seed', 'random_seed'],
]);
const MEMBERS: ReadonlySet<string> = new Set([...OTHER_NAMES.keys(), ...OTHER_NAMES.values(), 'tools']);
/** In messages: what a model of another vendor thought. */
const THINKING = 'reasoning_content';
const EMPTY_LIST = /^\[\s*\]$/;

/**
 * What Mistral refuses in a request that OpenAI takes: two members have other names, thinking beside a message's text and
 * an empty list of tools are left out.
 */
export async function asMistralTakesIt(body: Buffer): Promise<Edit[]> {
  const scan = new JsonScanner({ members: MEMBERS, listedMember: THINKING });
  try {
    await scanInTurns(body, scan);
  } catch (error) {
    // What is said twice is for the vendor to refuse.
    if (error instanceof JsonScanError) return [];
    throw error;
  }
  const edits: Edit[] = [];
  for (const [name, other] of OTHER_NAMES) {
    const value = scan.found.get(name);
    if (value === undefined || scan.found.has(other)) continue;
    const place = nameBefore(body, value.start, name);
    if (place !== null) edits.push({ ...place, replacement: `"${other}"` });
  }
  const tools = scan.found.get('tools');
  if (tools !== undefined && EMPTY_LIST.test(body.toString('latin1', tools.start, tools.end)))
    edits.push(...withoutMember(body, tools, 'tools'));
  for (const value of scan.listedMembers) edits.push(...withoutMember(body, value, THINKING));
  return edits;
}

/** Leaves out a member with one of the commas around it. */
function withoutMember(
  body: Buffer,
  { start: valueStart, end }: { start: number; end: number },
  name: string,
): Edit[] {
  const place = nameBefore(body, valueStart, name);
  if (place === null) return [];
  const before = skipSpace(body, place.start - 1, -1);
  if (body[before] === COMMA) return [{ start: before, end, replacement: '' }];
  const after = skipSpace(body, end, 1);
  return [{ start: place.start, end: body[after] === COMMA ? after + 1 : end, replacement: '' }];
}

const COMMA = 0x2c;
