import type { MemberReader } from './member-reader.ts';
import { objectOf } from './neutral/json-values.ts';

/** Longer members say more than that there shall be no thinking. */
const MAX_BYTES = 4_096;
const OFF: ReadonlySet<unknown> = new Set([undefined, null, false, 0, 'none', 'off', 'disabled']);

/** Whether a request asks for thinking in one of these members; one that turns it off does not. */
export const asksThinking = (read: MemberReader, names: readonly string[]): boolean =>
  names.some((name) => {
    const place = read.place(name);
    return place !== undefined && (place.end - place.start > MAX_BYTES || !isOff(read.value(name)));
  });

function isOff(value: unknown): boolean {
  const object = objectOf(value);
  if (object === null) return OFF.has(value);
  return object.effort === 'none' || object.type === 'disabled' || Object.values(object).every(isOff);
}
