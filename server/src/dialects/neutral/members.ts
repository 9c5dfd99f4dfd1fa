import { type FieldError, GatewayError } from '../../platform/gateway-error.ts';
import { numberOf } from '../../platform/json/exact-json.ts';
import type { DialectName } from '../call-facts.ts';
import type { Leftover } from './conversation.ts';
import { objectOf } from './json-values.ts';

/**
 * Takes members out of an object of a request. The rest is left over, so no list of unknown members is needed. A member that is null counts as absent. Every wrong type is refused with the member's name.
 */
export class Members {
  readonly #value: Record<string, unknown>;
  readonly #path: string;
  readonly #taken = new Set<string>();

  /** @throws request.invalid where the value is no object */
  constructor(value: unknown, path: string) {
    const object = objectOf(value);
    if (object === null) throw invalid(path, 'invalid_object');
    this.#value = object;
    this.#path = path;
  }

  /** The whole object. */
  get value(): object {
    return this.#value;
  }

  /** Path of a member, as an error or a report names it. */
  pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  has(name: string): boolean {
    return this.#peek(name) !== null;
  }

  any(name: string): unknown {
    this.#taken.add(name);
    return this.#peek(name);
  }

  text(name: string): string | null {
    const value = this.any(name);
    if (value === null || typeof value === 'string') return value;
    throw invalid(this.pathOf(name), 'invalid_string');
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === null) throw invalid(this.pathOf(name), 'required');
    return value;
  }

  number(name: string): number | null {
    const value = this.any(name);
    if (value === null) return null;
    const number = numberOf(value);
    if (number === null || !Number.isFinite(number)) throw invalid(this.pathOf(name), 'invalid_number');
    return number;
  }

  flag(name: string): boolean | null {
    const value = this.any(name);
    if (value === null || typeof value === 'boolean') return value;
    throw invalid(this.pathOf(name), 'invalid_boolean');
  }

  /** Empty where the member is absent. */
  list(name: string): unknown[] {
    const value = this.any(name);
    if (value === null) return [];
    if (Array.isArray(value)) return value;
    throw invalid(this.pathOf(name), 'invalid_list');
  }

  /** A list of texts; empty where the member is absent. */
  textList(name: string): string[] {
    return this.list(name).map((value, index) => {
      if (typeof value !== 'string') throw invalid(`${this.pathOf(name)}.${index}`, 'invalid_string');
      return value;
    });
  }

  /** The same, where one text may stand for the list. */
  texts(name: string): string[] {
    const value = this.any(name);
    return value === null || Array.isArray(value) ? this.textList(name) : [this.requiredText(name)];
  }

  object(name: string): Members | null {
    const value = this.any(name);
    return value === null ? null : new Members(value, this.pathOf(name));
  }

  /** An object that is passed on as it is. */
  plainObject(name: string): object | null {
    const value = this.any(name);
    if (value === null) return null;
    const object = objectOf(value);
    if (object !== null) return object;
    throw invalid(this.pathOf(name), 'invalid_object');
  }

  /** The objects of a list, each with its path. */
  each<Result>(name: string, read: (members: Members, index: number) => Result): Result[] {
    const path = this.pathOf(name);
    return this.list(name).map((value, index) => read(new Members(value, `${path}.${index}`), index));
  }

  /** Names of the members that were not taken, but for absent ones. */
  unread(): string[] {
    return Object.keys(this.#value).filter((name) => !this.#taken.has(name) && this.#peek(name) !== null);
  }

  /** Notes every member that nobody took and that says something. */
  leave(leftovers: Leftover[], dialect: DialectName): void {
    for (const name of Object.keys(this.#value)) {
      if (this.#taken.has(name)) continue;
      const value = this.#peek(name);
      if (value !== null && !(Array.isArray(value) && value.length === 0))
        leftovers.push({ dialect, path: this.pathOf(name) });
    }
  }

  #peek(name: string): unknown {
    return Object.hasOwn(this.#value, name) ? (this.#value[name] ?? null) : null;
  }
}

/** A request that is refused for one field. */
export function invalid(field: string, code: string): GatewayError {
  const fields: FieldError[] = [{ field, code }];
  return new GatewayError('request.invalid', {}, { fields });
}
