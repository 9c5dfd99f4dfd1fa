import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { JsonScanner } from '../../platform/json-scanner.ts';

const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const QUOTE = 0x22;
/** Bytes of a usage member that are kept. */
const USAGE_BYTES = 16 * 1024;

/** What is read of an answer that is too long to be parsed at once. What is kept of it does not grow with it. */
export class LongAnswer {
  readonly #members: UpstreamDialect['answerMembers'];
  readonly #scanner: JsonScanner;

  constructor(members: UpstreamDialect['answerMembers']) {
    const { required, instead = [], texts = [], all, notices, ids } = members;
    this.#members = members;
    this.#scanner = new JsonScanner({
      members: all,
      ...(notices !== undefined && { notices }),
      ...(ids !== undefined && { listedMember: 'id', listedOf: { list: ids.of, max: ids.max } }),
      textMembers: new Set([...required, ...instead, ...texts]),
      keepBytes: USAGE_BYTES,
    });
  }

  get textBytes(): number {
    return this.#scanner.textBytes;
  }

  get textBytesSoFar(): number {
    return this.#scanner.textBytesSoFar;
  }

  /** How often a member of that name was seen; null where it never was. */
  noticed(name: string): number | null {
    return this.#scanner.noticed.get(name) ?? null;
  }

  /** @throws JsonScanError */
  feed(piece: Buffer): void {
    this.#scanner.feed(piece);
  }

  /** @throws JsonScanError where it is not whole */
  end(): void {
    this.#scanner.end();
  }

  /** Whether a member has begun that makes it an answer; a list has to be one. */
  isAnswer(): boolean {
    const { required, instead = [], texts = [] } = this.#members;
    if (required.length + instead.length + texts.length === 0) return true;
    const begins = (names: readonly string[], ...openings: number[]): boolean =>
      names.some((name) => openings.includes(this.#scanner.openingOf(name) ?? 0));
    return begins(required, OPEN_ARRAY) || begins(instead, OPEN_OBJECT, OPEN_ARRAY) || begins(texts, QUOTE);
  }

  /**
   * The value of a member.
   * @param whole the answer; null where it has left in parts already: then a long member is known by the ids in it only
   */
  member(name: string, whole: (() => Buffer) | null): unknown {
    const place = this.#scanner.found.get(name);
    if (place === undefined) return undefined;
    if (place.bytes !== null) return JSON.parse(place.bytes.toString('utf8'));
    if (whole !== null) return JSON.parse(whole().toString('utf8', place.start, place.end));
    if (this.#members.ids?.of !== name) return undefined;
    return this.#scanner.listedMembers.map(({ bytes }) => ({
      id: bytes && JSON.parse(bytes.toString('utf8')),
    }));
  }
}
