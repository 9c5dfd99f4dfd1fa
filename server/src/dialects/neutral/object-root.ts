import type { Tool } from './conversation.ts';
import type { ConversionReport } from './conversion-report.ts';
import { referenced } from './json-schema.ts';
import { listOf, objectOf } from './json-values.ts';
import { invalid } from './members.ts';

type Schema = Record<string, unknown>;

/** References that lead to references. */
const MAX_STEPS = 32;
/** Members of all parts that a root is made of. */
const MAX_MEMBERS = 50_000;
const CHOICES = ['anyOf', 'oneOf', 'allOf'] as const;
/** What a schema of no object says. */
const OTHER_KINDS = [...CHOICES, '$ref', 'items', 'enum', 'const', 'not'];

/** The root of a schema without a reference, or an `allOf` of one, around it. @throws request.invalid */
export function rootOf(schema: object, path: string): Schema {
  return writtenOut(schema as Schema, schema as Schema, path);
}

/**
 * Tools whose inputs are objects at the root, as vendors want them.
 * @param isFlat whether the target refuses a choice at the root: its members are those of all that may be chosen
 * @throws request.invalid where a reference at a root leads nowhere, or the root is too large
 */
export function withObjectInputs(
  tools: readonly Tool[],
  { isFlat, report }: { isFlat: boolean; report: ConversionReport },
): Tool[] {
  return tools.map((tool) => {
    if (tool.kind !== 'function' || tool.schema === null) return tool;
    const path = `tools.${tool.name}`;
    const root = rootOf(tool.schema, path);
    const isChoice = isFlat && CHOICES.some((name) => Array.isArray(root[name]));
    if (isChoice) report.note('approximated', path, 'a choice of inputs is one object');
    const schema = asObject(isChoice ? flat(root, path) : root);
    return schema === tool.schema ? tool : { ...tool, schema };
  });
}

function writtenOut(part: Schema, root: Schema, path: string): Schema {
  let schema = part;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const { $ref, ...beside } = schema;
    const { allOf, ...besideAll } = schema;
    const only = Array.isArray(allOf) && allOf.length === 1 ? objectOf(allOf[0]) : null;
    if (typeof $ref === 'string') schema = joined(referenced(root, $ref, path), beside);
    else if (only !== null) schema = joined(only as Schema, besideAll);
    else break;
  }
  return schema;
}

/** Both in one: members of both, else the second counts. */
function joined(first: Schema, second: Schema): Schema {
  const properties = { ...objectOf(first.properties), ...objectOf(second.properties) };
  const required = [...new Set([...listOf(first.required), ...listOf(second.required)])];
  return {
    ...{ ...first, ...second },
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function asObject(schema: Schema): Schema {
  const { type } = schema;
  if (Array.isArray(type) && type.includes('object')) return { ...schema, type: 'object' };
  if (type !== undefined || OTHER_KINDS.some((name) => name in schema)) return schema;
  return { type: 'object', properties: {}, ...schema };
}

/** One object for all that may be chosen: it requires what each of them does. */
function flat(root: Schema, path: string): Schema {
  const { anyOf, oneOf, allOf, ...own } = root;
  let members = 0;
  const partsOf = (listed: unknown): Schema[] =>
    listOf(listed).flatMap((one) => {
      const part = objectOf(one);
      const written = part === null ? null : writtenOut(part as Schema, root, path);
      members += written === null ? 0 : Object.keys(objectOf(written.properties) ?? {}).length + 1;
      if (members > MAX_MEMBERS) throw invalid(path, 'schema_too_large');
      const isObject = written !== null && (written.type ?? 'object') === 'object';
      return isObject ? [pickMembers(written)] : [];
    });
  const chosen = [anyOf, oneOf].map((listed) => oneOfAll(partsOf(listed)));
  return [...partsOf(allOf), ...chosen, own].reduce(joined, {});
}

const pickMembers = ({ properties, required }: Schema): Schema => ({
  ...(properties !== undefined && { properties }),
  ...(required !== undefined && { required }),
});

/** Members of the same name fit as any of them does. */
function oneOfAll(parts: readonly Schema[]): Schema {
  const byName = new Map<string, Map<string, unknown>>();
  for (const { properties } of parts)
    for (const [name, schema] of Object.entries(objectOf(properties) ?? {})) {
      const known = byName.get(name) ?? new Map<string, unknown>();
      byName.set(name, known.set(JSON.stringify(schema), schema));
    }
  const properties = Object.fromEntries(
    [...byName].map(([name, found]) => {
      const [first, ...others] = found.values();
      return [name, others.length === 0 ? first : { anyOf: [first, ...others] }];
    }),
  );
  const needed = parts.map(({ required }) => new Set(listOf(required)));
  const required = [...(needed[0] ?? [])].filter((name) => needed.every((names) => names.has(name)));
  return { properties, ...(required.length > 0 && { required }) };
}
