import { numberOf, parseExact } from '../../platform/json/exact-json.ts';
import type { ConversionReport } from './conversion-report.ts';
import { objectOf, textOf } from './json-values.ts';
import { invalid } from './members.ts';

type Schema = Record<string, unknown>;

/** A schema that has more of them when its references are written out is refused. */
const MAX_NODES = 5_000;
const MAX_DEPTH = 64;
/** Keywords of a whole schema, with its references written out. */
const MAX_KEYWORDS = 50_000;

/** Keywords of Google's schemas. Source: Gemini API reference, "Schema". */
const PLAIN_KEYWORDS = [
  ...['title', 'description', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minLength'],
  ...['maxLength', 'pattern', 'propertyOrdering', 'default', 'minimum', 'maximum', 'nullable', 'example'],
];
const FORMATS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    string: ['date-time', 'enum'],
    number: ['float', 'double'],
    integer: ['int32', 'int64'],
  }),
);
/** Keywords that mean nothing for what a model writes. */
const SILENT = new Set(['$schema', '$id', '$comment', '$anchor', '$defs', 'definitions', '$ref']);
/** Read below. */
const TRANSLATED = new Set([
  ...['type', 'format', 'enum', 'const', 'properties', 'required', 'items'],
  ...PLAIN_KEYWORDS,
]);

/**
 * A JSON schema in the subset of OpenAPI that Google accepts. References are written out, and a type that may be null is
 * `nullable`. Keywords outside of the subset are left out and reported.
 * @param path of the schema, as an error and the report name it
 * @throws request.invalid where references go round in a circle or lead nowhere, or the schema is too large
 */
export function toOpenApiSchema(schema: object, path: string, report: ConversionReport): Schema {
  return new Restriction(schema as Schema, path, report).write(schema, []);
}

class Restriction {
  readonly #root: Schema;
  readonly #path: string;
  readonly #report: ConversionReport;
  #nodes = 0;
  #keywords = 0;

  constructor(root: Schema, path: string, report: ConversionReport) {
    this.#root = root;
    this.#path = path;
    this.#report = report;
  }

  /** @param open references that are being written out */
  write(value: unknown, open: readonly string[], depth = 0): Schema {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES || depth > MAX_DEPTH) throw invalid(this.#path, 'schema_too_large');
    // `true`, or nothing: anything fits.
    if (!isObject(value)) return this.#anything();
    this.#countKeywords(value);
    if (typeof value.$ref === 'string') {
      if (open.includes(value.$ref)) throw invalid(this.#path, 'schema_cycle');
      const { $ref, ...beside } = value;
      return this.write({ ...this.#find($ref), ...beside }, [...open, $ref], depth + 1);
    }
    if (Array.isArray(value.allOf)) {
      const { merged, seen } = this.#merge(value, open);
      return this.write(merged, seen, depth + 1);
    }
    // An object whose members are known already is not said again as a choice.
    const branches = isObject(value.properties) && !Array.isArray(value.type) ? null : branchesOf(value);
    if (branches !== null) return this.#writeBranches(value, branches, { open, depth });
    this.#reportOthers(value);
    return this.#writePlain(value, { open, depth });
  }

  #writePlain(value: Schema, { open, depth }: { open: readonly string[]; depth: number }): Schema {
    const type = typeOf(value);
    if (type === null && !('enum' in value) && !('const' in value)) return this.#anything(value);
    const written: Schema = { ...(type !== null && { type }), ...pick(value, PLAIN_KEYWORDS) };
    if (typeof value.format === 'string') {
      if (FORMATS.get(type ?? '')?.includes(value.format)) written.format = value.format;
      else this.#note('dropped', 'format');
    }
    this.#writeChoices(value, written);
    if (type === 'array')
      written.items = value.items === undefined ? this.#anything() : this.write(value.items, open, depth + 1);
    if (isObject(value.properties)) {
      const properties = Object.entries(value.properties).map(
        ([name, one]) => [name, this.write(one, open, depth + 1)] as const,
      );
      if (properties.length > 0) written.properties = Object.fromEntries(properties);
      const known = new Set(properties.map(([name]) => name));
      const required = Array.isArray(value.required) ? value.required.filter((one) => known.has(one)) : [];
      if (required.length > 0) written.required = required;
    }
    return written;
  }

  /** An enumeration is one of texts; other values are written as texts, but for null. */
  #writeChoices(value: Schema, written: Schema): void {
    const given = Array.isArray(value.enum) ? value.enum : 'const' in value ? [value.const] : null;
    if (given === null) return;
    const choices = given.filter((one) => one !== null);
    if (choices.length < given.length) written.nullable = true;
    if (choices.some((one) => typeof one !== 'string' && numberOf(one) === null)) {
      this.#note('dropped', Array.isArray(value.enum) ? 'enum' : 'const');
      written.type ??= 'string';
      return;
    }
    if (choices.some((one) => numberOf(one) !== null)) this.#note('approximated', 'enum');
    written.type ??= choices.every((one) => numberOf(one) !== null) ? 'number' : 'string';
    if (choices.length > 0)
      written.enum = choices.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  }

  #writeBranches(
    value: Schema,
    { branches, isNullable }: Branches,
    { open, depth }: { open: readonly string[]; depth: number },
  ): Schema {
    if ('oneOf' in value) this.#note('approximated', 'oneOf');
    const beside = besideBranches(value);
    const [first] = branches;
    if (first === undefined) return { ...this.#anything(), nullable: true };
    if (branches.length === 1 && isObject(first)) {
      const one = this.write({ ...beside, ...first }, open, depth + 1);
      return isNullable ? { ...one, nullable: true } : one;
    }
    // Next to a choice of schemas only texts are taken.
    this.#reportOthers(Object.fromEntries(Object.entries(beside).filter(([name]) => !TEXTS.has(name))), []);
    return {
      ...pick(value, [...TEXTS]),
      anyOf: branches.map((branch) => this.write(branch, open, depth + 1)),
      ...(isNullable && { nullable: true }),
    };
  }

  /** All parts of `allOf` in one schema: objects have the members of all, else the later one counts. */
  #merge({ allOf, ...beside }: Schema, open: readonly string[]): { merged: Schema; seen: string[] } {
    this.#note('approximated', 'allOf');
    const merged: Schema = { ...beside };
    const seen = [...open];
    for (const part of allOf as unknown[]) {
      const one = isObject(part) ? this.#resolve(part, open, seen) : {};
      this.#countKeywords(one);
      for (const [name, value] of Object.entries(one)) {
        const before = merged[name];
        // The keywords that were merged before are copied.
        if (typeof before === 'object' && before !== null) this.#countKeywords(before);
        if (isObject(before) && isObject(value)) merged[name] = { ...before, ...value };
        else if (name === 'required' && Array.isArray(before) && Array.isArray(value))
          merged[name] = [...new Set([...before, ...value])];
        else merged[name] = value;
      }
    }
    return { merged, seen };
  }

  /** @param seen gets the references that are followed; two parts may have the same */
  #resolve(part: Schema, open: readonly string[], seen: string[]): Schema {
    const followed: string[] = [];
    let found = part;
    while (typeof found.$ref === 'string') {
      if (open.includes(found.$ref) || followed.includes(found.$ref))
        throw invalid(this.#path, 'schema_cycle');
      followed.push(found.$ref);
      const { $ref, ...beside } = found;
      found = { ...this.#find($ref), ...beside };
    }
    seen.push(...followed);
    return found;
  }

  #find(reference: string): Schema {
    const found = referenced(this.#root, reference, this.#path);
    this.#countKeywords(found);
    return found;
  }

  #countKeywords(value: object): void {
    this.#keywords += Object.keys(value).length;
    if (this.#keywords > MAX_KEYWORDS) throw invalid(this.#path, 'schema_too_large');
  }

  #anything(value: Schema = {}): Schema {
    this.#note('approximated', 'type');
    return { type: 'string', ...pick(value, [...TEXTS]) };
  }

  #reportOthers(value: Schema, known: Iterable<string> = TRANSLATED): void {
    const names = new Set(known);
    for (const name of Object.keys(value))
      if (!names.has(name) && !SILENT.has(name)) this.#note('dropped', name);
  }

  #note(fate: 'dropped' | 'approximated', keyword: string): void {
    this.#report.note(fate, `${this.#path}.${keyword}`);
  }
}

/**
 * The target of a reference within a schema, such as `#/$defs/Name`.
 * @throws request.invalid if the target does not exist or is outside of the schema
 */
export function referenced(root: Schema, reference: string, path: string): Schema {
  const steps = reference === '#' ? [] : reference.startsWith('#/') ? reference.slice(2).split('/') : null;
  let found: unknown = steps === null ? null : root;
  for (const step of steps ?? []) {
    const name = decodeStep(step);
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Schema)[name]
        : null;
  }
  if (!isObject(found)) throw invalid(path, 'schema_reference');
  return found;
}

const TEXTS: ReadonlySet<string> = new Set(['title', 'description']);

interface Branches {
  branches: unknown[];
  isNullable: boolean;
}

/** The schemas of which one must fit: of `anyOf`, `oneOf`, or one for each of several types. */
function branchesOf(value: Schema): Branches | null {
  const listed = value.anyOf ?? value.oneOf;
  if (Array.isArray(listed)) {
    const branches = listed.filter((one) => !isObject(one) || one.type !== 'null');
    return { branches, isNullable: branches.length < listed.length || value.nullable === true };
  }
  if (!Array.isArray(value.type)) return value.type === 'null' ? { branches: [], isNullable: true } : null;
  const types = value.type.filter((one) => one !== 'null');
  const { type: _type, title: _title, description: _description, ...rest } = value;
  return {
    branches: types.map((type) => ({ ...rest, type })),
    isNullable: types.length < value.type.length,
  };
}

/** Keywords next to the branches; those next to a list of types stand in each branch already. */
function besideBranches(value: Schema): Schema {
  if (Array.isArray(value.type) && !Array.isArray(value.anyOf ?? value.oneOf)) return pick(value, [...TEXTS]);
  const { anyOf: _anyOf, oneOf: _oneOf, type: _type, ...beside } = value;
  return beside;
}

function typeOf(value: Schema): string | null {
  if (typeof value.type === 'string') return value.type.toLowerCase();
  if (isObject(value.properties)) return 'object';
  return value.items === undefined ? null : 'array';
}

function pick(value: Schema, names: readonly string[]): Schema {
  const picked: Schema = {};
  for (const name of names) if (value[name] !== undefined) picked[name] = value[name];
  return picked;
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

/** Keywords whose values hold further schemas. */
const LISTS = ['anyOf', 'any_of'];
/** Numbers that Google writes as texts. */
const COUNTS = /^(?:min|max)(?:Items|Properties|Length)$/;

/** Google's schema as JSON schema: types in small letters, `nullable` as a type, counts as numbers. */
export function fromOpenApiSchema(given: object): Schema {
  const schema = given as Schema;
  const read: Schema = {};
  let isNullable = false;
  for (const [spelling, value] of Object.entries(schema)) {
    const name = spelling.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (value === null || value === undefined) continue;
    if (name === 'nullable') isNullable = value === true;
    else if (name === 'type') {
      const type = textOf(value).toLowerCase();
      if (type !== '' && type !== 'type_unspecified') read.type = type;
    } else if (name === 'properties' && isObject(value))
      read.properties = Object.fromEntries(
        inOrder(Object.entries(value), schema).map(([property, one]) => [
          property,
          isObject(one) ? fromOpenApiSchema(one) : one,
        ]),
      );
    else if (name === 'items' && isObject(value)) read.items = fromOpenApiSchema(value);
    else if (LISTS.includes(name) && Array.isArray(value))
      read.anyOf = value.map((one) => (isObject(one) ? fromOpenApiSchema(one) : one));
    else if (name === 'example') read.examples = [value];
    else if (COUNTS.test(name)) read[name] = numberFrom(value);
    else if (name !== 'propertyOrdering' && !(name === 'format' && value === 'enum')) read[name] = value;
  }
  if (Array.isArray(read.enum) && (read.type === 'integer' || read.type === 'number'))
    read.enum = read.enum.map(numberFrom);
  return isNullable ? withNull(read) : read;
}

/** Others write members in the order of the schema; those that Google's order does not name come last. */
function inOrder(properties: [string, unknown][], schema: Schema): [string, unknown][] {
  const order = schema.propertyOrdering ?? schema.property_ordering;
  if (!Array.isArray(order)) return properties;
  const places = new Map<unknown, number>(order.map((name, at) => [name, at]));
  const placeOf = ([name]: [string, unknown]): number => places.get(name) ?? order.length;
  return properties.sort((one, other) => placeOf(one) - placeOf(other));
}

function withNull(schema: Schema): Schema {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (typeof schema.type !== 'string') return schema;
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

/** Keywords that Google reads in a JSON schema; it accepts and ignores others. Source: Gemini API reference, "GenerationConfig". */
const FOLLOWED = new Set([
  ...['$id', '$defs', '$ref', '$anchor', 'type', 'format', 'title', 'description', 'enum', 'items'],
  ...['prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum', 'anyOf', 'oneOf', 'properties'],
  ...[
    'additionalProperties',
    'required',
    'propertyOrdering',
    '$schema',
    '$comment',
    'default',
    'definitions',
  ],
]);

/** Keywords of a JSON schema that Google takes and does not follow. */
export function unfollowedKeywords(schema: object): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value))
      for (const [name, inside] of Object.entries(value)) {
        if (!FOLLOWED.has(name)) found.add(name);
        else if (name === 'properties' || name === '$defs' || name === 'definitions') {
          if (isObject(inside)) Object.values(inside).forEach(visit);
        } else if (name !== 'enum' && name !== 'default') visit(inside);
      }
  };
  visit(schema);
  return found;
}

/** A number, also one written as a text; what is none stays as it is. */
function numberFrom(value: unknown): unknown {
  if (typeof value !== 'string' || !NUMBER.test(value)) return value;
  const [number] = parseExact(`[${value}]`) as unknown[];
  return number;
}

/** As JSON has them. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const isObject = (value: unknown): value is Schema => objectOf(value) !== null;
