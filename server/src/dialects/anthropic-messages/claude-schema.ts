import { numberOf } from '../../platform/json/exact-json.ts';
import type { ConversionReport } from '../neutral/conversion-report.ts';
import { referenced } from '../neutral/json-schema.ts';
import { objectOf, textOf } from '../neutral/json-values.ts';
import { invalid } from '../neutral/members.ts';

type Schema = Record<string, unknown>;

/** A schema that has more of them when the parts of `allOf` are joined is refused. */
const MAX_NODES = 50_000;
const MAX_DEPTH = 64;

/** Keywords that Claude's schemas support unchanged. Source: Claude docs, "Structured outputs", "JSON Schema limitations". */
const PLAIN_KEYWORDS = ['title', 'description', 'default'];
const FORMATS: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
]);
/** Features that the vendor's regular expressions lack: lookaround, word boundaries, back references. */
const RICH_PATTERN = /\(\?[=!<]|\\[bB1-9k]/;
/** Keywords that mean nothing for what a model writes. */
const SILENT = new Set([
  ...['$schema', '$id', '$comment', '$anchor', 'discriminator', 'propertyOrdering', 'unevaluatedProperties'],
]);
/** Keywords that may stand next to a choice of schemas. */
const BESIDE_CHOICE = new Set([...PLAIN_KEYWORDS, 'type', 'anyOf', 'oneOf', '$defs', 'definitions']);
/** Translated below; some formats and patterns move to the description. */
const TRANSLATED = new Set([
  ...['enum', 'const', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'allOf'],
  ...['format', 'pattern'],
  ...BESIDE_CHOICE,
]);

/**
 * A JSON schema in the subset that Claude enforces. Every object is closed, and bounds move to the description. Keywords
 * that cannot be expressed are left out. The report names each change.
 * @param path of the schema, as an error and the report name it
 * @returns null where references go round in a circle
 * @throws request.invalid where they lead nowhere, or the schema is too large
 */
export function toClaudeSchema(schema: object, path: string, report: ConversionReport): Schema | null {
  const root = schema as Schema;
  if (goesRound(root, root, { path, open: [], known: new Set(), depth: 0 })) return null;
  return new ClosedSchema(root, path, report).write(root, 0);
}

/**
 * Whether some object may have members that nobody named, which would always be an empty one, or be one of objects and
 * lists, which would always be a text.
 */
export function hasUnsayable(schema: object): boolean {
  for (const one of eachSchema([schema])) if (isOpen(one) || !hasPlainValues(one)) return true;
  return false;
}

const hasPlainValues = (schema: Schema): boolean =>
  (!Array.isArray(schema.enum) || schema.enum.every(isPlain)) && isPlain(schema.const ?? null);

function isOpen(schema: Schema): boolean {
  const hasMembers = ['properties', 'allOf', 'anyOf', 'oneOf', '$ref'].some((name) => name in schema);
  return hasType(typeOf(schema), 'object') && !hasMembers && schema.additionalProperties !== false;
}

/** The schemas, and all within them. Not by recursion: a stranger wrote them. */
export function* eachSchema(schemas: readonly unknown[]): Generator<Schema> {
  const open = [...schemas];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const one of next) open.push(one);
    if (!isObject(next)) continue;
    yield next;
    for (const [name, inside] of Object.entries(next)) {
      if (MAPS.has(name) && isObject(inside)) for (const one of Object.values(inside)) open.push(one);
      else if (!VALUES.has(name)) open.push(inside);
    }
  }
}

class ClosedSchema {
  readonly #root: Schema;
  readonly #path: string;
  readonly #report: ConversionReport;
  #nodes = 0;

  constructor(root: Schema, path: string, report: ConversionReport) {
    this.#root = root;
    this.#path = path;
    this.#report = report;
  }

  write(value: unknown, depth: number): Schema {
    this.#count(1);
    if (depth > MAX_DEPTH) throw invalid(this.#path, 'schema_too_large');
    // `true`, or nothing: anything fits.
    if (!isObject(value)) return this.#anything();
    const definitions = this.#writeDefinitions(value, depth);
    if (typeof value.$ref === 'string') {
      const { $ref, $defs: _defs, definitions: _definitions, ...beside } = value;
      if (Object.keys(beside).some((name) => !SILENT.has(name)))
        this.#note('approximated', '$ref', 'without what stands beside it');
      return { ...definitions, $ref };
    }
    if (Array.isArray(value.allOf)) return { ...definitions, ...this.write(this.#merge(value), depth + 1) };
    const listed = value.anyOf ?? value.oneOf;
    // An object whose members are known already is not said again as a choice.
    const written =
      Array.isArray(listed) && !isObject(value.properties)
        ? this.#writeChoice(value, listed, depth)
        : this.#writePlain(value, depth);
    return { ...definitions, ...this.#describe(value, written) };
  }

  #writeDefinitions(value: Schema, depth: number): Schema {
    const written: Schema = {};
    for (const name of ['$defs', 'definitions']) {
      const given = value[name];
      if (isObject(given)) written[name] = this.#writeEach(given, depth);
    }
    return written;
  }

  #writeEach(schemas: Schema, depth: number): Schema {
    return Object.fromEntries(
      Object.entries(schemas).map(([name, one]) => [name, this.write(one, depth + 1)]),
    );
  }

  #writeChoice(value: Schema, listed: readonly unknown[], depth: number): Schema {
    if (value.anyOf === undefined) this.#note('approximated', 'oneOf');
    else if (value.oneOf !== undefined) this.#note('dropped', 'oneOf', 'beside anyOf');
    if (value.type !== undefined) this.#note('approximated', 'type', 'that of what is chosen');
    for (const name of Object.keys(value))
      if (TRANSLATED.has(name) && !BESIDE_CHOICE.has(name)) this.#note('dropped', name);
    return { ...pick(value, PLAIN_KEYWORDS), anyOf: listed.map((branch) => this.write(branch, depth + 1)) };
  }

  #writePlain(value: Schema, depth: number): Schema {
    for (const name of ['anyOf', 'oneOf']) if (Array.isArray(value[name])) this.#note('dropped', name);
    const choices = this.#choicesOf(value);
    const type = typeOf(value);
    if (type === null && choices === null) return this.#anything(value);
    // A list of values says their types; next to it the vendor takes one type at most.
    const isSaid = type !== null && (choices === null || typeof type === 'string');
    const written: Schema = { ...(isSaid && { type }), ...pick(value, PLAIN_KEYWORDS), ...choices };
    if (typeof value.pattern === 'string' && !RICH_PATTERN.test(value.pattern))
      written.pattern = value.pattern;
    if (FORMATS.has(value.format)) written.format = value.format;
    if (value.items !== undefined) written.items = this.write(value.items, depth + 1);
    const minItems = numberOf(value.minItems);
    if (minItems !== null) {
      if (minItems > 1) this.#note('approximated', 'minItems', 'at least 1');
      written.minItems = Math.min(minItems, 1);
    }
    if (hasType(type, 'object')) Object.assign(written, this.#writeMembers(value, depth));
    return written;
  }

  /** @returns null where the values are not listed, or some are no texts, numbers or the like */
  #choicesOf(value: Schema): Schema | null {
    for (const name of ['enum', 'const']) {
      if (!(name in value)) continue;
      const values = name === 'enum' ? value.enum : [value.const];
      if (Array.isArray(values) && values.every(isPlain)) return { [name]: value[name] };
      this.#note('dropped', name);
    }
    return null;
  }

  /** An object has the members that are named, and no others. */
  #writeMembers(value: Schema, depth: number): Schema {
    const given = value.additionalProperties;
    if (given === undefined) this.#note('added', 'additionalProperties', 'false: the target must have it');
    else if (given !== false)
      this.#note('dropped', 'additionalProperties', 'objects have no further members');
    const properties = isObject(value.properties) ? this.#writeEach(value.properties, depth) : {};
    const asked = Array.isArray(value.required) ? value.required : [];
    const required = asked.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
    if (required.length < asked.length)
      this.#note('dropped', 'required', 'of members that are not described');
    return { properties, ...(required.length > 0 && { required }), additionalProperties: false };
  }

  /** All parts of `allOf` in one schema: members and values as all have them, else the later one counts. */
  #merge(value: Schema): Schema {
    this.#note('approximated', 'allOf');
    const merged: Schema = {};
    const properties: Schema = {};
    const required = new Set<unknown>();
    for (const { $defs: _defs, definitions: _definitions, ...part } of this.#partsOf(value)) {
      for (const name of ['anyOf', 'oneOf'])
        if (name in merged && name in part) this.#note('dropped', name, 'of several in allOf');
      const values = merged.enum;
      Object.assign(merged, part);
      if (Array.isArray(values) && Array.isArray(part.enum)) {
        const others = new Set(part.enum.map(comparable));
        merged.enum = values.filter((one) => others.has(comparable(one)));
      }
      if (isObject(part.properties)) {
        this.#count(Object.keys(part.properties).length);
        Object.assign(properties, part.properties);
      }
      if (Array.isArray(part.required)) for (const name of part.required) required.add(name);
    }
    return {
      ...merged,
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.size > 0 && { required: [...required] }),
    };
  }

  #partsOf(part: unknown): Schema[] {
    let found = isObject(part) ? part : {};
    while (typeof found.$ref === 'string') {
      const { $ref, ...beside } = found;
      found = { ...referenced(this.#root, $ref, this.#path), ...beside };
    }
    const { allOf, ...own } = found;
    this.#count(Object.keys(own).length + 1);
    return [own, ...(Array.isArray(allOf) ? allOf.flatMap((one) => this.#partsOf(one)) : [])];
  }

  /** Keywords that the vendor does not enforce go into the description, as in its own packages. */
  #describe(value: Schema, written: Schema): Schema {
    const told: string[] = [];
    for (const [name, said] of Object.entries(value)) {
      const isTold =
        !TRANSLATED.has(name) || ((name === 'format' || name === 'pattern') && !(name in written));
      if (!isTold || SILENT.has(name)) continue;
      if (!isPlain(said)) {
        this.#note('dropped', name);
        continue;
      }
      this.#note('approximated', name, 'said in the description');
      told.push(`${name}: ${typeof said === 'string' ? said : JSON.stringify(said)}`);
    }
    if (told.length === 0) return written;
    const description = [textOf(written.description), `{${told.join(', ')}}`].filter(Boolean).join('\n\n');
    return { ...written, description };
  }

  #anything(value: Schema = {}): Schema {
    this.#note('approximated', 'type');
    return { type: 'string', ...pick(value, PLAIN_KEYWORDS) };
  }

  #count(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > MAX_NODES) throw invalid(this.#path, 'schema_too_large');
  }

  #note(fate: 'dropped' | 'approximated' | 'added', keyword: string, why = ''): void {
    this.#report.note(fate, `${this.#path}.${keyword}`, why);
  }
}

interface Walk {
  path: string;
  /** References that are being followed. */
  open: readonly string[];
  /** References that were followed. */
  known: Set<string>;
  depth: number;
}

/** The vendor refuses schemas that refer to themselves. */
function goesRound(value: unknown, root: Schema, walk: Walk): boolean {
  const { path, open, known, depth } = walk;
  if (depth > MAX_DEPTH) throw invalid(path, 'schema_too_large');
  const next = { ...walk, depth: depth + 1 };
  if (Array.isArray(value)) return value.some((one) => goesRound(one, root, next));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, inside]) => {
    if (name === '$ref' && typeof inside === 'string') {
      if (open.includes(inside)) return true;
      if (known.has(inside)) return false;
      known.add(inside);
      return goesRound(referenced(root, inside, path), root, { ...next, open: [...open, inside] });
    }
    if (MAPS.has(name) && isObject(inside))
      return Object.values(inside).some((one) => goesRound(one, root, next));
    return !VALUES.has(name) && goesRound(inside, root, next);
  });
}

/** Keywords whose members are schemas with names of the caller's. */
const MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'patternProperties']);

/** Keywords whose values are no schemas, whatever they look like. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'examples']);

function typeOf(value: Schema): string | unknown[] | null {
  // Google's schemas have them in capitals, also from callers of other APIs.
  if (typeof value.type === 'string') return value.type.toLowerCase();
  if (Array.isArray(value.type)) return value.type;
  if (isObject(value.properties)) return 'object';
  return value.items === undefined ? null : 'array';
}

const hasType = (type: string | unknown[] | null, name: string): boolean =>
  Array.isArray(type) ? type.includes(name) : type === name;

function pick(value: Schema, names: readonly string[]): Schema {
  const picked: Schema = {};
  for (const name of names) if (value[name] !== undefined) picked[name] = value[name];
  return picked;
}

const isPlain = (value: unknown): boolean =>
  value === null || typeof value !== 'object' || numberOf(value) !== null;

/** Numbers may be objects. */
const comparable = (value: unknown): unknown => numberOf(value) ?? value;

const isObject = (value: unknown): value is Schema => objectOf(value) !== null;
