import type { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { MemberOverrides, MemberText } from '../../modules/routing/member-overrides.ts';
import type { PlaceValues } from '../../modules/routing/request-places.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { nameBefore, type Place, withoutMembers } from '../../platform/json/member-places.ts';
import { scanInTurns } from '../../platform/json/scan-in-turns.ts';
import { type Edit, spliceInTurns } from '../../platform/json/splice.ts';
import { fillTemplate } from '../../platform/text/text-template.ts';

/**
 * Applies a channel's overrides to a request's JSON: members to rename, add, replace or remove. Renames come
 * first, so added and replaced members are found by their new names.
 * @param values values of the call for placeholders
 * @param report records the renames
 */
export async function overrideMembers(
  body: Buffer,
  { members, ofModels, replaces, renames, renamesOfModels }: MemberOverrides,
  { model, values, report }: { model: string; values: () => PlaceValues; report?: () => ConversionReport },
): Promise<Buffer> {
  const wanted = new Map([...members, ...(ofModels.get(model) ?? [])]);
  const newNames = new Map([...renames, ...(renamesOfModels.get(model) ?? [])]);
  if (wanted.size + newNames.size === 0) return body;
  const scan = new JsonScanner({
    members: new Set([...wanted.keys(), ...newNames.keys(), ...newNames.values()]),
  });
  await scanInTurns(body, scan);
  const edits: Edit[] = [];
  const leftOut: { place: Place; name: string }[] = [];
  /** Members by new name: position, current name and rename. */
  const places = new Map<string, { place: Place; name: string; rename: Edit | null }>();
  for (const [name, place] of scan.found)
    if (!newNames.has(name)) places.set(name, { place, name, rename: null });
  for (const [name, to] of newNames) {
    const place = scan.found.get(name);
    const written = place === undefined ? null : nameBefore(body, place.start, name);
    if (place === undefined || written === null) continue;
    if (places.has(to)) {
      leftOut.push({ place, name });
      report?.().note('dropped', name, `the request has ${to} too`);
    } else {
      places.set(to, { place, name, rename: { ...written, replacement: JSON.stringify(to) } });
      report?.().note('renamed', name, `to ${to}`);
    }
  }
  let added = '';
  for (const [name, given] of wanted) {
    const value = given === null ? null : jsonOf(given, values);
    const found = places.get(name);
    if (found === undefined) added += value === null ? '' : `,${JSON.stringify(name)}:${value}`;
    else if (replaces && value === null) {
      leftOut.push(found);
      found.rename = null;
    } else if (replaces)
      edits.push({ start: found.place.start, end: found.place.end, replacement: value ?? '' });
  }
  for (const { rename } of places.values()) if (rename !== null) edits.push(rename);
  edits.push(...withoutMembers(body, leftOut));
  if (added !== '') {
    // Append at the end: case-insensitive parsers let the last spelling of a name win.
    const end = body.lastIndexOf(0x7d);
    edits.push({ start: end, end, replacement: added });
  }
  return spliceInTurns(body, edits);
}

/** Placeholders occur only inside JSON strings. */
function jsonOf(text: NonNullable<MemberText>, values: () => PlaceValues): string {
  if (typeof text === 'string') return text;
  const known = values();
  return fillTemplate(text, (place) => JSON.stringify(known[place]).slice(1, -1));
}
