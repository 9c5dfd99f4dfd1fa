import { type FieldError, GatewayError } from '../platform/gateway-error.ts';
import type { ScannedMember } from '../platform/json/json-findings.ts';
import { JsonScanError } from '../platform/json/json-scan-error.ts';
import { JsonScanner } from '../platform/json/json-scanner.ts';

/** No request may ask for more of anything countable. */
const LARGEST_COUNT = 2 ** 31 - 1;
const MAX_MODEL_LENGTH = 200;
/** A member that is read may have this many bytes at most. */
const LONGEST_VALUE = 65_536;
/** One that is looked into: at once, for up to 5 ms of the main loop. */
const LONGEST_INSIDE = 256 * 1024;

const OPEN_OBJECT = 0x7b;
const NO_BYTES = Buffer.alloc(0);

const CONTROL_CHARACTER = /\p{Cc}/u;

const isStorable = (text: string): boolean => text.isWellFormed() && !CONTROL_CHARACTER.test(text);

/** Reads and checks members of a scanned request, collecting what is wrong with them. */
export class MemberReader {
  readonly #body: Buffer;
  readonly #scan: JsonScanner;
  readonly #faults: FieldError[];
  /** Stands before the names of members in faults. */
  readonly #prefix: string;

  constructor(body: Buffer, scan: JsonScanner, outer?: { faults: FieldError[]; prefix: string }) {
    this.#body = body;
    this.#scan = scan;
    this.#faults = outer?.faults ?? [];
    this.#prefix = outer?.prefix ?? '';
  }

  /**
   * Reads members of a member that is an object; none where it is something else.
   * @throws request.duplicate_member
   */
  inside(name: string, members: ReadonlySet<string>): MemberReader {
    const scan = new JsonScanner({ members });
    const member = this.#scan.found.get(name);
    let bytes = member === undefined ? NO_BYTES : this.#body.subarray(member.start, member.end);
    if (bytes.length > LONGEST_INSIDE) {
      this.#fault(name, 'too_large');
      bytes = NO_BYTES;
    }
    try {
      if (bytes[0] === OPEN_OBJECT) scan.feed(bytes);
    } catch (error) {
      if (error instanceof JsonScanError) throw new GatewayError('request.duplicate_member');
      throw error;
    }
    return new MemberReader(bytes, scan, { faults: this.#faults, prefix: `${this.#prefix}${name}.` });
  }

  /** The name under which a member stands that has two spellings, or undefined. */
  oneOf(...names: readonly string[]): string | undefined {
    const found = names.filter((name) => this.#scan.found.has(name));
    // An upstream might follow the other one.
    if (found.length > 1) throw new GatewayError('request.duplicate_member');
    return found[0];
  }

  /** Where a member's value lies. */
  place(name: string): ScannedMember | undefined {
    return this.#scan.found.get(name);
  }

  /** The member's value, or undefined when it is absent or null. */
  value(name: string): unknown {
    const member = this.#scan.found.get(name);
    if (member === undefined) return undefined;
    if (member.end - member.start > LONGEST_VALUE) return this.#fault(name, 'too_large');
    return JSON.parse(this.#body.toString('utf8', member.start, member.end)) ?? undefined;
  }

  /** The first of some names whose value is a text; empty where there is none. It is not checked. */
  firstText(...names: readonly string[]): string {
    for (const name of names) {
      const value = this.value(name);
      if (typeof value === 'string') return value;
    }
    return '';
  }

  /** A text that may be stored: PostgreSQL takes no NUL, no database takes half a character. */
  text(name: string): string {
    return this.checkText(name, this.value(name));
  }

  /** As `text`, of a value that stands elsewhere. */
  checkText(name: string, value: unknown): string {
    if (typeof value === 'string' && value !== '' && value.length <= MAX_MODEL_LENGTH && isStorable(value)) {
      return value;
    }
    this.#fault(name, value === undefined ? 'required' : 'invalid_string');
    return '';
  }

  flag(name: string): boolean {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    this.#fault(name, 'invalid_boolean');
    return false;
  }

  count(name: string, { min = 0, max = LARGEST_COUNT }: { min?: number; max?: number } = {}): number | null {
    const value = this.value(name);
    if (value === undefined) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    this.#fault(name, 'out_of_range');
    return null;
  }

  /** Checks the kind of a value by its first byte; its inside is the upstream's to judge. */
  kindOf(name: string): 'list' | 'object' | 'text' | 'other' | 'absent' {
    const member = this.#scan.found.get(name);
    if (member === undefined) return 'absent';
    const first = this.#body[member.start];
    return first === 0x5b ? 'list' : first === 0x7b ? 'object' : first === 0x22 ? 'text' : 'other';
  }

  require(condition: boolean, name: string, code: string): void {
    if (!condition) this.#fault(name, code);
  }

  /** @throws request.invalid with every fault found */
  assertValid(): void {
    if (this.#faults.length > 0) throw new GatewayError('request.invalid', {}, { fields: this.#faults });
  }

  #fault(field: string, code: string): undefined {
    this.#faults.push({ field: this.#prefix + field, code });
  }
}
