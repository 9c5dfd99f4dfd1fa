import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import { splitEvents } from '../../platform/net/sse-frames.ts';
import type { ErrorFormat } from '../dialect.ts';
import type { StreamFindings, StreamPath } from '../stream-path.ts';

/**
 * The events of a stream as elements of a JSON list, as Google streams to who does not ask for `alt=sse`. An error is a
 * last element, and the list is closed behind it.
 */
export class GeminiArrayStream implements StreamPath {
  readonly findings: StreamFindings;
  readonly #events: StreamPath;
  readonly #errors: ErrorFormat;
  #isOpen = false;

  constructor(events: StreamPath, errors: ErrorFormat) {
    this.findings = events.findings;
    this.#events = events;
    this.#errors = errors;
  }

  get unfinishedBytes(): number {
    return this.#events.unfinishedBytes;
  }

  read(piece: Buffer): Buffer | null {
    return this.#toElements(this.#events.read(piece));
  }

  finish(): Buffer | null {
    return this.#toElements(this.#events.finish());
  }

  endEarly(): void {
    this.#events.endEarly();
  }

  takeEnd(charged: Usage | null): Buffer {
    const last = this.#toElements(this.#events.takeEnd(charged));
    return Buffer.concat([last ?? NOTHING, this.#isOpen ? CLOSE : EMPTY]);
  }

  breakOff(error: GatewayError, requestId: string): Buffer {
    return Buffer.from(`${this.#separator}${this.#errors.body(error, requestId)}\n]`);
  }

  get #separator(): string {
    return this.#isOpen ? ',\n' : '[';
  }

  #toElements(events: Buffer | null): Buffer | null {
    if (events === null) return null;
    const pieces: Buffer[] = [];
    for (const { data } of splitEvents(events)) {
      if (data.trim() === '') continue;
      pieces.push(Buffer.from(this.#separator + data));
      this.#isOpen = true;
    }
    return pieces.length === 0 ? null : Buffer.concat(pieces);
  }
}

const NOTHING = Buffer.alloc(0);
const CLOSE = Buffer.from('\n]');
const EMPTY = Buffer.from('[]');
