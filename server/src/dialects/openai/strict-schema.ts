import { numberOf } from '../../platform/json/exact-json.ts';
import type { ConversionReport } from '../neutral/conversion-report.ts';
import { objectOf } from '../neutral/json-values.ts';

type Schema = Record<string, unknown>;

/** All that strict schemas have. Source: OpenAI docs, "Structured Outputs", "Supported schemas". */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['type', 'title', 'description', 'enum', 'const', 'anyOf', '$ref', '$defs', 'definitions', '$schema'],
  ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems', 'pattern', 'format'],
  ...['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
]);
const FORMATS: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
]);
/** Features that the vendor's regular expressions lack: lookaround and back references. */
const RICH_PATTERN = /\(\?[=!<]|\\[1-9k]/;
/** In all; levels are those of objects and lists. */
const MAX = { levels: 10, properties: 5_000, values: 1_000 };
/** Keywords whose members are schemas with names of the caller's. */
const MAPS = ['properties', '$defs', 'definitions'];

/**
 * `strict` where OpenAI takes it with the schema: Anthropic's strict schemas, for one, may have members that are not
 * required. Without `strict`, the model still gets the schema and mostly follows it.
 * @param path of the member, as the report names it
 */
export function takenStrict(
  strict: boolean | null,
  schema: object | null,
  path: string,
  report: ConversionReport,
): boolean | null {
  if (strict !== true || schema === null || isStrict(schema as Schema)) return strict;
  report.note('approximated', path, 'not enforced: the schema is not as strict as the target wants it');
  return null;
}

/** Whether each object is closed and requires all of its members. Not by recursion: a stranger wrote it. */
function isStrict(schema: Schema): boolean {
  if (schema.type !== 'object' || 'anyOf' in schema || '$ref' in schema) return false;
  const left = { ...MAX };
  const open: [value: unknown, level: number][] = [[schema, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, level] = next;
    const one = objectOf(value);
    if (one === null || level > left.levels || !isSupported(one) || !isClosed(one)) return false;
    left.properties -= Object.keys(objectOf(one.properties) ?? {}).length;
    left.values -= Array.isArray(one.enum) ? one.enum.length : 0;
    if (left.properties < 0 || left.values < 0) return false;
    for (const name of MAPS)
      for (const inside of Object.values(objectOf(one[name]) ?? {}))
        open.push([inside, name === 'properties' ? level + 1 : 1]);
    if (one.items !== undefined) open.push([one.items, level + 1]);
    if (Array.isArray(one.anyOf)) for (const branch of one.anyOf) open.push([branch, level]);
  }
  return true;
}

function isSupported(schema: Schema): boolean {
  const names = Object.keys(schema);
  if ('$ref' in schema) return names.length === 1;
  const { type, anyOf, items, pattern, format } = schema;
  return (
    names.every((name) => KEYWORDS.has(name)) &&
    (typeof type === 'string' || Array.isArray(type) || Array.isArray(anyOf)) &&
    (items !== undefined || !hasType(type, 'array')) &&
    (typeof pattern !== 'string' || !RICH_PATTERN.test(pattern)) &&
    (format === undefined || FORMATS.has(format)) &&
    (!('enum' in schema) || isListOfPlain(schema.enum)) &&
    (!('const' in schema) || isPlain(schema.const))
  );
}

function isClosed({ type, properties, required, additionalProperties }: Schema): boolean {
  if (!hasType(type, 'object') && properties === undefined) return true;
  const needed = new Set(Array.isArray(required) ? required : []);
  return (
    additionalProperties === false &&
    Object.keys(objectOf(properties) ?? {}).every((name) => needed.has(name))
  );
}

const hasType = (type: unknown, name: string): boolean =>
  type === name || (Array.isArray(type) && type.includes(name));

const isListOfPlain = (values: unknown): boolean =>
  Array.isArray(values) && values.length > 0 && values.every(isPlain);

const isPlain = (value: unknown): boolean =>
  value === null || typeof value !== 'object' || numberOf(value) !== null;
