import type { MemberOverrides } from '../../modules/routing/member-overrides.ts';
import { JsonScanner } from '../../platform/json-scanner.ts';
import { withoutMember } from '../../platform/member-places.ts';
import { scanInTurns } from '../../platform/scan-in-turns.ts';
import { type Edit, spliceInTurns } from '../../platform/splice.ts';

/** A request's JSON with the members that its channel adds, replaces or leaves out. */
export async function overrideMembers(
  body: Buffer,
  { members, ofModels, replaces }: MemberOverrides,
  model: string,
): Promise<Buffer> {
  const wanted = new Map([...members, ...(ofModels.get(model) ?? [])]);
  if (wanted.size === 0) return body;
  const scan = new JsonScanner({ members: new Set(wanted.keys()) });
  await scanInTurns(body, scan);
  const edits: Edit[] = [];
  let added = '';
  for (const [name, value] of wanted) {
    const found = scan.found.get(name);
    if (found === undefined) added += value === null ? '' : `,${JSON.stringify(name)}:${value}`;
    else if (replaces && value === null) edits.push(...withoutMember(body, found, name));
    else if (replaces) edits.push({ start: found.start, end: found.end, replacement: value ?? '' });
  }
  if (added !== '') {
    // At the end: parsers that do not look at case let the last spelling of a name win.
    const end = body.lastIndexOf(0x7d);
    edits.push({ start: end, end, replacement: added });
  }
  return spliceInTurns(body, edits);
}
