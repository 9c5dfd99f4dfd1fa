import type { MemberReader } from './member-reader.ts';
import { textOf } from './neutral/json-values.ts';

const ID: ReadonlySet<string> = new Set(['id']);

/**
 * The id in a member that is one, or an object with one; empty where none is named. Any other value is invalid: a
 * lenient vendor could find an unchecked id in it.
 */
export function namedId(read: MemberReader, name: string, { mayLackId = false } = {}): string {
  const isObject = read.kindOf(name) === 'object';
  const value = isObject ? read.inside(name, ID).value('id') : read.value(name);
  const isLacking = value === undefined && (!isObject || mayLackId);
  read.require(isLacking || typeof value === 'string', name, 'invalid_string');
  return textOf(value);
}
