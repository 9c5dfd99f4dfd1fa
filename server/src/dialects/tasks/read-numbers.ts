import { numberOf } from '../../platform/json/exact-json.ts';
import { invalid, type Members } from '../neutral/members.ts';

/**
 * Reads a whole number that a price may be multiplied by, given as a number or as text.
 * @returns null where it is absent
 * @throws request.invalid
 */
export function wholeNumber(
  members: Members,
  name: string,
  { min, max }: { min: number; max: number },
): number | null {
  const given = members.any(name);
  if (given === null || given === '') return null;
  const number = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : numberOf(given);
  if (number === null || !Number.isInteger(number)) throw invalid(members.pathOf(name), 'invalid_number');
  if (number < min) throw invalid(members.pathOf(name), 'too_small');
  if (number > max) throw invalid(members.pathOf(name), 'too_big');
  return number;
}

/** Refuses the members of an object that nothing has read: what is not understood must not reach the vendor. */
export function refuseUnread(members: Members): void {
  const [unread] = members.unread();
  if (unread !== undefined) throw invalid(members.pathOf(unread), 'unsupported');
}

/**
 * @returns null where it is absent
 * @throws request.invalid for another value than those
 */
export function oneOf<const Value extends string>(
  members: Members,
  name: string,
  values: readonly Value[],
): Value | null {
  const given = members.text(name);
  if (given === null || given === '') return null;
  const found = values.find((value) => value === given);
  if (found === undefined) throw invalid(members.pathOf(name), 'invalid_value');
  return found;
}
