import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS } from '../billing/usage.ts';

/**
 * What a whole answer holds by the piece; nothing where it has left in parts already.
 * @param names one of which is in the body of every answer that holds any
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
