/** Keywords of JSON Schema that shape an example. Source: JSON Schema 2020-12, "Validation". */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  $ref?: string;
}

/** A schema may contain itself, more than once: so much of it is looked at, and an example is so long, at most. */
const MAX_VALUES = 1000;
const MAX_JSON_LENGTH = 20_000;
const MAX_DEPTH = 8;
const MAX_ITEMS = 100;
const MAX_LENGTH = 1000;

const formats: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'date-time': '2026-01-01T00:00:00Z',
    date: '2026-01-01',
    time: '00:00:00Z',
    email: 'demo@example.com',
    uri: 'https://example.com/',
    uuid: '00000000-0000-4000-8000-000000000000',
  }),
);

/**
 * A value that a schema allows, as JSON; an empty object where the schema is none, or wants too much.
 * @param text stands where the schema wants some text
 */
export function exampleOf(schema: JsonSchema, text: string): string {
  try {
    const json = JSON.stringify(new Example(schema, text).of(schema, 0) ?? null);
    return json.length > MAX_JSON_LENGTH ? '{}' : json;
  } catch {
    return '{}';
  }
}

class Example {
  readonly #root: JsonSchema;
  readonly #text: string;
  #valuesLeft = MAX_VALUES;

  constructor(root: JsonSchema, text: string) {
    this.#root = root;
    this.#text = text;
  }

  of(given: JsonSchema, depth: number): unknown {
    this.#valuesLeft -= 1;
    if (this.#valuesLeft < 0) return null;
    const schema = this.#resolve(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return schema.enum[0];
    if (schema.default !== undefined) return schema.default;
    const [either] = schema.anyOf ?? schema.oneOf ?? [];
    if (either !== undefined) return this.of(either, depth);
    const type = [schema.type].flat()[0] ?? (schema.properties === undefined ? 'string' : 'object');
    if (type === 'object') return this.#object(schema, depth);
    if (type === 'array') return this.#array(schema, depth);
    if (type === 'integer' || type === 'number') return schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
    if (type === 'boolean') return false;
    return type === 'null' ? null : this.#string(schema);
  }

  #object({ properties = {}, required = [] }: JsonSchema, depth: number): object {
    const isRequired = new Set(required);
    const names = Object.keys(properties)
      .slice(0, MAX_VALUES)
      .filter((name) => depth < MAX_DEPTH || isRequired.has(name));
    return Object.fromEntries(names.map((name) => [name, this.of(properties[name] ?? {}, depth + 1)]));
  }

  #array({ items = {}, minItems = 0 }: JsonSchema, depth: number): unknown[] {
    const length = Math.min(MAX_ITEMS, depth < MAX_DEPTH ? Math.max(1, minItems) : minItems);
    return Array.from({ length }, () => this.of(items, depth + 1));
  }

  #string({ format = '', minLength = 0, maxLength }: JsonSchema): string {
    return (formats.get(format) ?? this.#text)
      .padEnd(Math.min(minLength, MAX_LENGTH), '.')
      .slice(0, maxLength);
  }

  /** Follows `#/$defs/name`. */
  #resolve(schema: JsonSchema): JsonSchema {
    let resolved = schema;
    for (let step = 0; step < MAX_DEPTH && resolved.$ref !== undefined; step += 1) {
      let part: Record<string, JsonSchema | undefined> = { '#': this.#root };
      for (const name of resolved.$ref.split('/')) part = (part[name] ?? {}) as typeof part;
      resolved = part;
    }
    const { allOf = [] } = resolved;
    return allOf.length === 0 ? resolved : this.#join(resolved, allOf);
  }

  #join(schema: JsonSchema, parts: JsonSchema[]): JsonSchema {
    const resolved: JsonSchema[] = [];
    for (const part of parts) {
      const one = this.#resolve(part);
      this.#valuesLeft -= 1 + Object.keys(one.properties ?? {}).length + (one.required?.length ?? 0);
      if (this.#valuesLeft < 0) break;
      resolved.push(one);
    }
    const properties = Object.assign({}, schema.properties, ...resolved.map((part) => part.properties));
    const required = [schema, ...resolved].flatMap((part) => part.required ?? []);
    const { allOf: _joined, ...own } = schema;
    return Object.assign(
      {},
      ...resolved,
      own,
      Object.keys(properties).length > 0 && { properties, required },
    );
  }
}
