import type { Edit } from './splice.ts';

export interface Place {
  start: number;
  end: number;
}

const COMMA = 0x2c;
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x0a, 0x0d, 0x09]);

/**
 * Where the name of a member stands in JSON bytes.
 * @returns null where it is written with escapes
 */
export function nameBefore(body: Buffer, valueStart: number, name: string): Place | null {
  const colon = skipSpace(body, valueStart - 1, -1);
  const end = skipSpace(body, colon - 1, -1) + 1;
  const start = end - name.length - 2;
  return body.toString('latin1', Math.max(0, start), end) === `"${name}"` ? { start, end } : null;
}

/** Leaves out a member with one of the commas around it. */
export function withoutMember(body: Buffer, { start: valueStart, end }: Place, name: string): Edit[] {
  const place = nameBefore(body, valueStart, name);
  if (place === null) return [];
  const before = skipSpace(body, place.start - 1, -1);
  if (body[before] === COMMA) return [{ start: before, end, replacement: '' }];
  const after = skipSpace(body, end, 1);
  return [{ start: place.start, end: body[after] === COMMA ? after + 1 : end, replacement: '' }];
}

/** Leaves out several members of one object: each goes with a comma that no other one takes. */
export function withoutMembers(body: Buffer, members: readonly { place: Place; name: string }[]): Edit[] {
  const edits: Edit[] = [];
  /** Where what is left out of the object's beginning ends. */
  let headEnd = 0;
  for (const { place, name } of [...members].sort((a, b) => a.place.start - b.place.start)) {
    const written = nameBefore(body, place.start, name);
    if (written === null) continue;
    const before = skipSpace(body, written.start - 1, -1);
    if (body[before] === COMMA && before >= headEnd) {
      edits.push({ start: before, end: place.end, replacement: '' });
      continue;
    }
    const after = skipSpace(body, place.end, 1);
    headEnd = body[after] === COMMA ? after + 1 : place.end;
    edits.push({ start: written.start, end: headEnd, replacement: '' });
  }
  return edits;
}

function skipSpace(body: Buffer, from: number, step: 1 | -1): number {
  let at = from;
  while (SPACES.has(body[at])) at += step;
  return at;
}
