import { JsonScanError } from '../../platform/json/json-scan-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { nameBefore, withoutMember, withoutMembers } from '../../platform/json/member-places.ts';
import { scanInTurns } from '../../platform/json/scan-in-turns.ts';
import type { Edit } from '../../platform/json/splice.ts';
import type { FinalCall } from '../provider.ts';
import { mistralCallIds } from './mistral-call-ids.ts';

/** OpenAI's names of members that Mistral knows by another. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['max_completion_tokens', 'max_tokens'],
  ['seed', 'random_seed'],
]);
/** Its streams end with the usage in any case. */
const USAGE = 'stream_options';
/** Says which of a caller's users asks; the vendor has no place for it. */
const USER = 'user';
const MEMBERS: ReadonlySet<string> = new Set([
  ...[...OTHER_NAMES.keys(), ...OTHER_NAMES.values()],
  ...['tools', USAGE, USER],
]);
/** In messages: what a model of another vendor thought. */
const THINKING = 'reasoning_content';
const EMPTY_LIST = /^\[\s*\]$/;

/**
 * Edits for members that OpenAI accepts and Mistral refuses. Two members have other names, and ids of calls are short.
 * Thinking of a message, an empty list of tools, the user and `stream_options` are left out.
 */
export async function asMistralTakesIt(body: Buffer, { report }: FinalCall): Promise<Edit[]> {
  const scan = new JsonScanner({ members: MEMBERS, listedMember: THINKING });
  try {
    await scanInTurns(body, scan);
  } catch (error) {
    // The vendor refuses a member that comes twice.
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
  const options = scan.found.get(USAGE);
  const user = scan.found.get(USER);
  if (user !== undefined) report.note('dropped', USER);
  const isEmpty = tools !== undefined && EMPTY_LIST.test(body.toString('latin1', tools.start, tools.end));
  edits.push(
    ...withoutMembers(body, [
      ...(isEmpty ? [{ place: tools, name: 'tools' }] : []),
      ...(options === undefined ? [] : [{ place: options, name: USAGE }]),
      ...(user === undefined ? [] : [{ place: user, name: USER }]),
    ]),
  );
  for (const value of scan.listedMembers) edits.push(...withoutMember(body, value, THINKING));
  return [...edits, ...mistralCallIds(body)];
}
