import type { Usage } from '../../billing/usage.ts';

/** An answer as its caller received it. */
export interface CachedAnswer {
  bytes: Buffer;
  /** Usage that the call was charged for. */
  usage: Usage;
  /** The call that it was made for. */
  requestId: string;
  /** Second of its end. */
  madeAt: number;
}

/** Keeps answers by the names of their calls. */
export interface AnswerStore {
  /** @returns null where there is none, and where the store cannot be asked */
  find(name: string): Promise<CachedAnswer | null>;
  keep(name: string, answer: CachedAnswer, seconds: number): void;
  close(): Promise<void>;
}
