import { Members } from '../neutral/members.ts';

/**
 * An object of Google's with the names of its members in one of the two spellings that Google takes, `maxOutputTokens`
 * and `max_output_tokens`.
 */
export function geminiMembers(value: unknown, path: string): Members {
  return new Members(withCamelNames(value), path);
}

/** A member that is an object; null where it is absent. */
export function objectIn(owner: Members, name: string): Members | null {
  const value = owner.any(name);
  return value === null ? null : geminiMembers(value, owner.pathOf(name));
}

/** The objects of a list; a single one may stand for it. */
export function eachIn<Result>(owner: Members, name: string, read: (members: Members) => Result): Result[] {
  const value = owner.any(name);
  const path = owner.pathOf(name);
  if (value === null) return [];
  if (!Array.isArray(value)) return [read(geminiMembers(value, path))];
  return value.map((one, index) => read(geminiMembers(one, `${path}.${index}`)));
}

/** Not that of a member which begins so, as `_responseJsonSchema`. */
const UNDERSCORE = /(?<=[a-zA-Z0-9])_([a-z])/g;

function withCamelNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (!names.some((name) => name.includes('_'))) return value;
  const members = value as Record<string, unknown>;
  return Object.fromEntries(
    names.map((name) => [
      name.replace(UNDERSCORE, (_, letter: string) => letter.toUpperCase()),
      members[name],
    ]),
  );
}
