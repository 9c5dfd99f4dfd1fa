import type { ConversionReport } from '../neutral/conversion-report.ts';
import { objectOf } from '../neutral/json-values.ts';

/** What no strict schema has. Source: OpenAI docs, "Structured Outputs", "Supported schemas". */
const UNSUPPORTED = [
  ...['allOf', 'oneOf', 'not', 'if', 'dependentRequired', 'dependentSchemas', 'patternProperties'],
];
/** Keywords whose members are schemas with names of the caller's. */
const MAPS = ['properties', '$defs', 'definitions'];

/**
 * `strict` where OpenAI takes it with the schema: Anthropic's strict schemas, for one, may have members that are not
 * required. Left out, the model is told the schema, and mostly keeps to it.
 * @param path of the member, as the report names it
 */
export function takenStrict(
  strict: boolean | null,
  schema: object | null,
  path: string,
  report: ConversionReport,
): boolean | null {
  if (strict !== true || schema === null || isStrict(schema)) return strict;
  report.note('approximated', path, 'not enforced: the schema is not as strict as the target wants it');
  return null;
}

/** Whether each object is closed and requires all of its members. Not by recursion: a stranger wrote it. */
function isStrict(schema: object): boolean {
  const open: unknown[] = [schema];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const one = objectOf(value);
    if (one === null || UNSUPPORTED.some((name) => name in one) || !isClosed(one)) return false;
    for (const name of MAPS) open.push(...Object.values(objectOf(one[name]) ?? {}));
    if (one.items !== undefined) open.push(one.items);
    if (Array.isArray(one.anyOf)) open.push(...one.anyOf);
  }
  return true;
}

function isClosed({ type, properties, required, additionalProperties }: Record<string, unknown>): boolean {
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
  if (!isObject && properties === undefined) return true;
  const needed = new Set(Array.isArray(required) ? required : []);
  return (
    additionalProperties === false &&
    Object.keys(objectOf(properties) ?? {}).every((name) => needed.has(name))
  );
}
