import type { RequestTarget } from '../conversation-format.ts';
import type { Conversation, Tool } from '../neutral/conversation.ts';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { featuresOf } from './claude-features.ts';
import { toClaudeSchema } from './claude-schema.ts';
import { isTooComplex } from './claude-schema-limits.ts';

/** In one request. Source: Claude docs, "Structured outputs", "Schema complexity limits". */
const MAX_STRICT_TOOLS = 20;

/**
 * The tools whose schemas Claude enforces, with these schemas. A tool that it would refuse is sent without `strict`. If
 * all together exceed the limits, none is strict. The report names each.
 * @param answer schema that the answer is held to
 */
export function strictSchemas(
  { tools }: Pick<Conversation, 'tools'>,
  answer: object | null,
  { report, upstreamModel }: Pick<RequestTarget, 'report' | 'upstreamModel'>,
): ReadonlyMap<Tool, object> {
  const strict = tools.filter((tool) => tool.kind === 'function' && tool.strict === true);
  const schemas = new Map<Tool, object>();
  const isTaken = featuresOf(upstreamModel).keepsToSchemas;
  for (const tool of strict) {
    const schema = isTaken && tool.kind === 'function' ? unchangedSchema(tool.schema) : null;
    if (schema !== null) schemas.set(tool, schema);
  }
  if (schemas.size > MAX_STRICT_TOOLS || isTooComplex([...schemas.values(), answer])) schemas.clear();
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
