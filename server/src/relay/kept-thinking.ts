import type { DialectName } from '../dialects/call-facts.ts';
import type { SealedTurn } from '../dialects/neutral/sealed-turn.ts';
import type { Clock } from '../platform/clock.ts';

/** A loop of calls goes on within it; later, the model goes on without what it thought. */
const KEPT_MS = 60 * 60 * 1000;
const MAX_BYTES = 32 * 2 ** 20;
/** Of a turn beside its texts, about. */
const TURN_BYTES = 512;

interface Entry {
  turn: SealedTurn;
  dialect: DialectName;
  bytes: number;
  untilMs: number;
}

/** Sealed thinking of callers whose clients drop it, in memory, until they come back with the results of its calls. */
export class KeptThinking {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** By user and first call; the oldest first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  note(userId: number, turn: SealedTurn): void {
    const [first] = turn.calls;
    const seal = turn.thinking[0]?.seal ?? turn.calls.find((call) => call.seal !== null)?.seal;
    if (first === undefined || !seal) return;
    const key = keyOf(userId, first.id);
    this.#forget(key);
    const bytes = bytesOf(turn);
    this.#entries.set(key, {
      ...{ turn, bytes, dialect: seal.dialect },
      untilMs: this.#clock.monotonicMs() + KEPT_MS,
    });
    this.#bytes += bytes;
    for (const [oldest, { untilMs }] of this.#entries) {
      if (this.#bytes <= MAX_BYTES && untilMs > this.#clock.monotonicMs()) break;
      this.#forget(oldest);
    }
  }

  /** @param dialect of who shall read it: only its own vendor can */
  find(userId: number, callId: string, dialect: DialectName): SealedTurn | undefined {
    const entry = this.#entries.get(keyOf(userId, callId));
    const isFound = entry?.dialect === dialect && entry.untilMs > this.#clock.monotonicMs();
    return isFound ? entry.turn : undefined;
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

const keyOf = (userId: number, callId: string): string => `${userId} ${callId}`;

const bytesOf = ({ thinking, calls }: SealedTurn): number =>
  [...thinking, ...calls].reduce(
    (sum, one) =>
      sum + 2 * (one.seal?.value.length ?? 0) + ('text' in one ? 2 * one.text.length : one.id.length),
    TURN_BYTES,
  );
