import type { ConversionReport } from '../neutral/conversion-report.ts';
import { objectOf } from '../neutral/json-values.ts';
import { eachSchema } from './claude-schema.ts';

/** Limits over all schemas of one request. Source: Claude docs, "Structured outputs", "Schema complexity limits". */
const MAX_OPTIONAL = 24;
const MAX_UNIONS = 16;

/** Whether members that may be absent, and schemas of several types, are too many. */
export function isTooComplex(schemas: readonly unknown[]): boolean {
  let optional = 0;
  let unions = 0;
  for (const one of eachSchema(schemas)) {
    optional += optionalOf(one).length;
    if (Array.isArray(one.anyOf) || Array.isArray(one.type)) unions += 1;
  }
  return optional > MAX_OPTIONAL || unions > MAX_UNIONS;
}

/**
 * Requires members until no more may be absent than the vendor takes: an answer that has them all fits the caller's
 * schema too.
 * @param schema changed in place
 */
export function requireMembers(schema: object, path: string, report: ConversionReport): void {
  let left = MAX_OPTIONAL;
  for (const one of eachSchema([schema])) {
    const optional = optionalOf(one);
    const excess = optional.slice(left);
    left -= optional.length - excess.length;
    if (excess.length === 0) continue;
    one.required = [...(Array.isArray(one.required) ? one.required : []), ...excess];
    report.note('approximated', `${path}.required`, 'members that may be absent are required');
  }
}

function optionalOf({ properties, required }: Record<string, unknown>): string[] {
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.keys(objectOf(properties) ?? {}).filter((name) => !needed.has(name));
}
