interface Place {
  start: number;
  end: number;
}

/**
 * Where the name of a member of a JSON object stands, quotes included.
 * @param valueStart where its value begins
 * @returns null where the name is written with escapes
 */
export function nameBefore(body: Buffer, valueStart: number, name: string): Place | null {
  const colon = skipSpace(body, valueStart - 1, -1);
  const end = skipSpace(body, colon - 1, -1) + 1;
  const start = end - name.length - 2;
  return body.toString('latin1', Math.max(0, start), end) === `"${name}"` ? { start, end } : null;
}

const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x0a, 0x0d, 0x09]);

/** The next place that is no space. */
export function skipSpace(body: Buffer, from: number, step: 1 | -1): number {
  let at = from;
  while (SPACES.has(body[at])) at += step;
  return at;
}
