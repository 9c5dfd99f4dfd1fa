import type { Tool } from './conversation.ts';
import type { ConversionReport } from './conversion-report.ts';
import { referenced } from './json-schema.ts';
import { listOf, objectOf } from './json-values.ts';
import { invalid } from './members.ts';

type Schema = Record<string, unknown>;

/** References that lead to references. */
const MAX_STEPS = 32;
/** Members of all parts that the roots of a request are made of. */
const MAX_MEMBERS = 50_000;
const CHOICES = ['anyOf', 'oneOf', 'allOf'] as const;
/** Keywords of a schema that is not an object. */
const OTHER_KINDS = [...CHOICES, '$ref', 'items', 'enum', 'const', 'not'];

/** The root of a schema without a reference, or an `allOf` of one, around it. @throws request.invalid */
export function rootOf(schema: object, path: string): Schema {
  return writtenOut(schema as Schema, schema as Schema, path);
}

/**
 * Tools whose inputs are objects at the root, as vendors want them.
 * @param isFlat whether the target refuses a choice at the root: its members are those of all that may be chosen
 * @throws request.invalid where a reference at a root leads nowhere, or the roots are too large
 */
export function withObjectInputs(
  tools: readonly Tool[],
  { isFlat, report }: { isFlat: boolean; report: ConversionReport },
): Tool[] {
  let members = 0;
  return tools.map((tool) => {
    if (tool.kind !== 'function' || tool.schema === null) return tool;
    const path = `tools.${tool.name}`;
    const root = rootOf(tool.schema, path);
    const isChoice = isFlat && choicesOf(root).length > 0;
    if (isChoice) report.note('approximated', path, 'a choice of inputs is one object');
    const count = (found: number): void => {
      members += found;
      if (members > MAX_MEMBERS) throw invalid(path, 'schema_too_large');
    };
    const schema = asObject(isChoice ? flat(root, { path, count }) : root);
    return schema === tool.schema ? tool : { ...tool, schema };
  });
}

function writtenOut(part: Schema, root: Schema, path: string): Schema {
  let schema = part;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const { $ref, ...beside } = schema;
    const { allOf, ...besideAll } = schema;
    const only = Array.isArray(allOf) && allOf.length === 1 ? objectOf(allOf[0]) : null;
    if (typeof $ref === 'string') schema = joined([referenced(root, $ref, path), beside]);
    else if (only !== null) schema = joined([only as Schema, besideAll]);
    else break;
  }
  return schema;
}

/** All in one: members of each, of the rest the last counts. */
function joined(schemas: readonly Schema[]): Schema {
  const properties = Object.fromEntries(
    schemas.flatMap((schema) => Object.entries(objectOf(schema.properties) ?? {})),
  );
  const required = [...new Set(schemas.flatMap((schema) => listOf(schema.required)))];
  return {
    ...Object.fromEntries(schemas.flatMap((schema) => Object.entries(schema))),
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
function flat(root: Schema, { path, count }: { path: string; count: (members: number) => void }): Schema {
  const unions = new Unions();
  const withParts = (whole: Schema, open: readonly unknown[]): Schema => {
    const { anyOf, oneOf, allOf, ...own } = whole;
    const opened = [...open, ...choicesOf(whole)];
    const partsOf = (listed: unknown): Schema[] => listOf(listed).flatMap((part) => flatPart(part, opened));
    const chosen = [anyOf, oneOf].map((listed) => unions.oneOfAll(partsOf(listed)));
    return joined([...partsOf(allOf), ...chosen, own]);
  };
  const flatPart = (part: unknown, open: readonly unknown[]): Schema[] => {
    count(1);
    if (objectOf(part) === null) return [];
    const written = writtenOut(part as Schema, root, path);
    const { properties, required } = written;
    for (const one of [written, objectOf(properties) ?? {}, listOf(required)]) count(Object.keys(one).length);
    // A choice within itself adds nothing.
    if (!mayBeObject(written) || choicesOf(written).some((listed) => open.includes(listed))) return [];
    if (open.length > MAX_STEPS) throw invalid(path, 'schema_too_large');
    return [pickMembers(withParts(written, open))];
  };
  return withParts(root, []);
}

const choicesOf = (schema: Schema): unknown[] =>
  CHOICES.map((name) => schema[name]).filter((listed) => Array.isArray(listed));

function mayBeObject({ type }: Schema): boolean {
  return Array.isArray(type) ? type.includes('object') : (type ?? 'object') === 'object';
}

const pickMembers = ({ properties, required }: Schema): Schema => ({
  ...(properties !== undefined && { properties }),
  ...(required !== undefined && { required }),
});

/** Choices of objects as one object; those within others are one choice. */
class Unions {
  readonly #choices = new Map<unknown, unknown[]>();
  readonly #texts = new Map<unknown, string>();

  /** Members of the same name fit as any of them does. */
  oneOfAll(parts: readonly Schema[]): Schema {
    const byName = new Map<string, Map<string, unknown>>();
    for (const { properties } of parts)
      for (const [name, schema] of Object.entries(objectOf(properties) ?? {})) {
        const known = byName.get(name) ?? new Map<string, unknown>();
        for (const one of this.#choices.get(schema) ?? [schema]) known.set(this.#textOf(one), one);
        byName.set(name, known);
      }
    const properties = Object.fromEntries(
      [...byName].map(([name, found]) => [name, this.#anyOf([...found.values()])]),
    );
    const needed = parts.map(({ required }) => new Set(listOf(required)));
    const required = [...(needed[0] ?? [])].filter((name) => needed.every((names) => names.has(name)));
    return { properties, ...(required.length > 0 && { required }) };
  }

  #anyOf(choices: unknown[]): unknown {
    if (choices.length === 1) return choices[0];
    const union = { anyOf: choices };
    this.#choices.set(union, choices);
    return union;
  }

  /** The same schema may stand behind many references. */
  #textOf(schema: unknown): string {
    const text = this.#texts.get(schema) ?? JSON.stringify(schema);
    this.#texts.set(schema, text);
    return text;
  }
}
