import type { DialectName } from '../../dialects/call-facts.ts';
import type { SealedTurn } from '../../dialects/neutral/sealed-turn.ts';
import type { ChannelPlace } from '../../modules/routing/routing-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';

/** A loop of calls goes on within it; later, the model goes on without what it thought. */
const KEPT_MS = 60 * 60 * 1000;
const MAX_BYTES = 32 * 2 ** 20;
/** Approximate overhead of a turn and of each part, in addition to their texts. */
const TURN_BYTES = 1024;
const PART_BYTES = 256;
/** An id of a call stands in the turn and in the keys that it is found by. */
const ID_COPIES = 3;

/**
 * Key, conversation and channel of a thought, and its reader. All of it must match to restore the thought.
 */
export interface ThinkingPlace extends ChannelPlace {
  tokenId: number;
  upstreamModel: string;
  dialect: DialectName;
  /** Hash of what the caller had said before: some vendors number the calls of each answer anew. */
  said: string;
}

interface Entry {
  turn: SealedTurn;
  place: ThinkingPlace;
  bytes: number;
  untilMs: number;
}

/** Sealed thinking of callers whose clients drop it, in memory, until they come back with the results of its calls. */
export class KeptThinking {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** By place and first call; the oldest first. */
  readonly #entries = new Map<string, Entry>();
  /** The newest one of each call, by token and id. */
  readonly #newest = new Map<string, Entry>();
  #bytes = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  note(place: ThinkingPlace, turn: SealedTurn): void {
    const [first] = turn.calls;
    if (first === undefined) return;
    const key = keyOf(place, first.id);
    this.#forget(key);
    const entry = { turn, place, bytes: bytesOf(turn), untilMs: this.#clock.monotonicMs() + KEPT_MS };
    this.#entries.set(key, entry);
    for (const { id } of turn.calls) this.#newest.set(callKeyOf(place.tokenId, id), entry);
    this.#bytes += entry.bytes;
    for (const [oldest, { untilMs }] of this.#entries) {
      if (this.#bytes <= MAX_BYTES && untilMs > this.#clock.monotonicMs()) break;
      this.#forget(oldest);
    }
  }

  find(place: ThinkingPlace, callId: string): SealedTurn | undefined {
    const entry = this.#entries.get(keyOf(place, callId));
    return entry !== undefined && this.#isFresh(entry) ? entry.turn : undefined;
  }

  /** Where a call was made that something was sealed with; null where that is not known. */
  placeOf(tokenId: number, callId: string): ChannelPlace | null {
    const entry = this.#newest.get(callKeyOf(tokenId, callId));
    return entry !== undefined && this.#isFresh(entry) ? entry.place : null;
  }

  #isFresh({ untilMs }: Entry): boolean {
    return untilMs > this.#clock.monotonicMs();
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#bytes -= entry.bytes;
    this.#entries.delete(key);
    for (const { id } of entry.turn.calls) {
      const callKey = callKeyOf(entry.place.tokenId, id);
      if (this.#newest.get(callKey) === entry) this.#newest.delete(callKey);
    }
  }
}

const keyOf = (
  { tokenId, channelId, keyId, upstreamModel, dialect, said }: ThinkingPlace,
  callId: string,
): string => [tokenId, channelId, keyId, upstreamModel, dialect, said, callId].join(' ');

const callKeyOf = (tokenId: number, callId: string): string => `${tokenId} ${callId}`;

function bytesOf({ thinking, calls }: SealedTurn): number {
  let length = 0;
  for (const { text } of thinking) length += text.length;
  for (const { id, name } of calls) length += ID_COPIES * id.length + name.length;
  for (const { seal } of [...thinking, ...calls]) length += seal?.value.length ?? 0;
  return TURN_BYTES + PART_BYTES * (thinking.length + calls.length) + 2 * length;
}
