import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';

const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const QUOTE = 0x22;
/** Maximum bytes of a usage member that is kept. */
const USAGE_BYTES = 16 * 1024;

/** The facts of an answer that is too long to parse at once, in constant memory. */
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

  /** Returns how often a member of that name was seen; null if never. */
  noticed(name: string): number | null {
    return this.#scanner.noticed.get(name) ?? null;
  }

  /** @throws JsonScanError */
  feed(piece: Buffer): void {
    this.#scanner.feed(piece);
  }

  /** @throws JsonScanError if the text is incomplete */
  end(): void {
    this.#scanner.end();
  }

  /** Whether a member has started that marks an answer; a list must have the right type. */
  isAnswer(): boolean {
    const { required, instead = [], texts = [] } = this.#members;
    if (required.length + instead.length + texts.length === 0) return true;
    const begins = (names: readonly string[], ...openings: number[]): boolean =>
      names.some((name) => openings.includes(this.#scanner.openingOf(name) ?? 0));
    return begins(required, OPEN_ARRAY) || begins(instead, OPEN_OBJECT, OPEN_ARRAY) || begins(texts, QUOTE);
  }

  /**
   * Returns the value of a member.
   * @param whole returns the answer; null if parts of it were already sent: a long member is then known only
   * by the ids in it
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
