import { objectOf } from './json-values.ts';

type Schema = Record<string, unknown>;

/** Keywords whose value is a map of schemas, a list of them, or one. The values of all others are no schemas. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLES: ReadonlySet<string> = new Set([
  ...['items', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'],
]);

/**
 * A schema whose objects have `properties` and whose arrays have `items`: OpenAI refuses others ("object schema missing
 * properties", "array schema missing items"). Both say no more than before.
 * @returns the very schema where it is complete
 */
export function completeSchema(given: object): Schema {
  const schema = given as Schema;
  let completed = schema;
  const set = (name: string, value: unknown): void => {
    if (completed === schema) completed = { ...schema };
    completed[name] = value;
  };
  for (const [name, value] of Object.entries(schema)) {
    const changed = MAPS.has(name)
      ? completeEach(value)
      : LISTS.has(name)
        ? completeList(value)
        : completeOne(name, value);
    if (changed !== value) set(name, changed);
  }
  if (isOf(schema.type, 'object') && objectOf(schema.properties) === null) set('properties', {});
  if (isOf(schema.type, 'array') && schema.items === undefined && schema.prefixItems === undefined)
    set('items', {});
  return completed;
}

const isOf = (type: unknown, wanted: string): boolean =>
  type === wanted || (Array.isArray(type) && type.includes(wanted));

function completeOne(name: string, value: unknown): unknown {
  const schema = SINGLES.has(name) ? objectOf(value) : null;
  return schema === null ? value : completeSchema(schema);
}

function completeList(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const completed = value.map((one) => (objectOf(one) === null ? one : completeSchema(one)));
  return completed.some((one, at) => one !== value[at]) ? completed : value;
}

function completeEach(value: unknown): unknown {
  const map = objectOf(value);
  if (map === null) return value;
  let completed = map;
  for (const [name, one] of Object.entries(map)) {
    const schema = objectOf(one);
    const changed = schema === null ? one : completeSchema(schema);
    if (changed === one) continue;
    if (completed === map) completed = { ...map };
    Object.defineProperty(completed, name, {
      value: changed,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return completed;
}
