import type { Conversation, Tool } from '../neutral/conversation.ts';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { objectOf } from '../neutral/json-values.ts';
import { toClaudeSchema } from './claude-schema.ts';

/** In one request. Source: Claude docs, "Structured outputs", "Schema complexity limits". */
const MAX_STRICT_TOOLS = 20;
const MAX_OPTIONAL = 24;
const MAX_UNIONS = 16;

/**
 * The tools whose schemas Claude keeps to, with these schemas. Those that it would refuse are told as others are, and
 * where all are too much, none is kept to; the report says so.
 */
export function strictSchemas(talk: Conversation, report: ConversionReport): ReadonlyMap<Tool, object> {
  const strict = talk.tools.filter((tool) => tool.kind === 'function' && tool.strict === true);
  const schemas = new Map<Tool, object>();
  for (const tool of strict) {
    const schema = tool.kind === 'function' ? unchangedSchema(tool.schema) : null;
    if (schema !== null) schemas.set(tool, schema);
  }
  const format = talk.output?.format === 'schema' ? [talk.output.schema] : [];
  const { optional, unions } = sizeOf([...schemas.values(), ...format]);
  if (schemas.size > MAX_STRICT_TOOLS || optional > MAX_OPTIONAL || unions > MAX_UNIONS) schemas.clear();
  if (schemas.size < strict.length) report.note('approximated', 'tools.strict', 'schemas are not enforced');
  return schemas;
}

/** Null where Claude does not take the schema as it is. */
function unchangedSchema(schema: object | null): object | null {
  if (schema === null) return null;
  const changes = new ConversionReport();
  try {
    const written = toClaudeSchema(schema, 'schema', changes);
    return changes.fields.length === 0 ? written : null;
  } catch {
    return null;
  }
}

/** Members that may be absent, and schemas of several types. Not by recursion: a stranger wrote them. */
function sizeOf(schemas: readonly unknown[]): { optional: number; unions: number } {
  const size = { optional: 0, unions: 0 };
  const open: unknown[] = [...schemas];
  while (open.length > 0) {
    const one = objectOf(open.pop());
    if (one === null) continue;
    const properties = objectOf(one.properties) ?? {};
    const required = new Set(Array.isArray(one.required) ? one.required : []);
    for (const name of Object.keys(properties)) if (!required.has(name)) size.optional += 1;
    if (Array.isArray(one.anyOf) || Array.isArray(one.type)) size.unions += 1;
    for (const inside of [properties, one.$defs, one.definitions, one.anyOf])
      open.push(...Object.values(inside ?? {}));
    open.push(one.items);
  }
  return size;
}
