import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS } from '../billing/usage.ts';

/**
 * Units in a whole answer; none if parts of it have been sent already.
 * @param names member names; every answer with units has one of them
 */
export function unitsInBody(
  body: Buffer,
  names: readonly string[],
  count: (answer: unknown) => readonly CountedUnit[],
): readonly CountedUnit[] {
  if (!names.some((name) => body.includes(name))) return NO_UNITS;
  try {
    return count(JSON.parse(body.toString('utf8')));
  } catch {
    return NO_UNITS;
  }
}
