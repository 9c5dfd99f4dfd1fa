import type { ChannelPlace } from '../../modules/routing/routing-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';

const CAPACITY = 50_000;
/** Vendors keep the prefix of a conversation for minutes after its last use. */
const KEPT_MS = 15 * 60_000;

/** A conversation of a user with a model. */
export interface Conversation {
  userId: number;
  model: string;
  name: string;
}

/** Begins the names of conversations that are known by the hash of their beginning only. */
const UNNAMED = '# ';

/** @returns the name of a conversation that its client does not name */
export const unnamedConversation = (hash: string): string => UNNAMED + hash;

/**
 * Channels and keys that conversations were on, so that the next call finds what the vendor has cached of them. It is a
 * preference: a channel that rests or is gone binds nothing.
 */
export class Affinity {
  readonly #named: Places;
  /** Each different question is one of these, so they have memory of their own. */
  readonly #unnamed: Places;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#named = new Places(clock);
    this.#unnamed = new Places(clock);
  }

  find(conversation: Conversation): ChannelPlace | null {
    return this.#placesOf(conversation).find(nameOf(conversation));
  }

  note(conversation: Conversation, place: ChannelPlace): void {
    this.#placesOf(conversation).note(nameOf(conversation), place);
  }

  #placesOf({ name }: Conversation): Places {
    return name.startsWith(UNNAMED) ? this.#unnamed : this.#named;
  }
}

class Places {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #places = new Map<string, { place: ChannelPlace; untilMs: number }>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  find(name: string): ChannelPlace | null {
    const known = this.#places.get(name);
    return known === undefined || known.untilMs < this.#clock.monotonicMs() ? null : known.place;
  }

  note(name: string, place: ChannelPlace): void {
    const untilMs = this.#clock.monotonicMs() + KEPT_MS;
    const known = this.#places.get(name);
    // An entry keeps its place: a map whose entries move with every call is rebuilt again and again.
    if (known !== undefined) {
      known.place = place;
      known.untilMs = untilMs;
      return;
    }
    if (this.#places.size >= CAPACITY) this.#forgetOld();
    this.#places.set(name, { place, untilMs });
  }

  #forgetOld(): void {
    const now = this.#clock.monotonicMs();
    for (const [name, { untilMs }] of this.#places) if (untilMs < now) this.#places.delete(name);
    if (this.#places.size >= CAPACITY) this.#places.clear();
  }
}

const nameOf = ({ userId, model, name }: Conversation): string => `${userId} ${model} ${name}`;
