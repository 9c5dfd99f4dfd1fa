import type { CountedUnit } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';

/** Result of the tokenizer for an answer. */
export interface OutputCount {
  tokens: number;
  /** Bytes of text that were not given to it. */
  uncountedBytes: number;
}

/** The findings of an answer that has begun, as far as it has arrived. */
export interface AnswerFindings {
  readonly usage: Usage | null;
  /** Objects that the vendor stores for the answer. */
  readonly kept: readonly KeptObject[];
  /** The answer came to its proper end. */
  readonly isComplete: boolean;
  /** Whether nothing is in it: no text, thinking or input of a call, no sound or picture. Asked at its end. */
  isEmpty(): boolean;
  /** A filter of the vendor ended it. */
  readonly isFiltered: boolean;
  /** The gateway ended it, because its payers have no more. */
  readonly isCutAtLimit: boolean;
  /** Whether anything of the answer has left. */
  readonly hasLeft: boolean;
  /** Bytes of text that were delivered, for an estimate. */
  readonly textBytes: number;
  /** Units that the answer reports; empty where it reports none. */
  readonly units: readonly CountedUnit[];
  /** Output in sound and pictures that was delivered, estimated by its bytes. */
  readonly audioTokens: number;
  readonly imageTokens: number;
  /** Those bytes of text that `usage` does not count. */
  readonly unreportedBytes: number;
  /** The upstream said its usage, or is known to say it: the request need not be kept to count it. */
  readonly needsNoCount: boolean;
  /** Counts the text that was delivered; null where that was not provided for. */
  countOutput(): Promise<OutputCount | null>;
  /**
   * The caller has left: nothing more is counted as delivered. Asked again after that time, because it changes with
   * what comes.
   * @returns milliseconds since the caller left for which the answer is read on
   */
  readOnForUsage(): number;
}

/** Takes the bytes of an answer. */
export interface AnswerSink {
  /** The caller has left: nothing is written any more. */
  readonly isGone: boolean;
  /** @returns false if it can take no more now; the answer is resumed later */
  write(bytes: Buffer): boolean;
}

/** An answer that arrived as a whole. */
export interface HeldBytes {
  readonly kind: 'held';
  /** All of its text. */
  text(): string;
  /** @param counted usage that the gateway charged, for a caller whose upstream did not say it */
  body(counted: Usage | null): Buffer;
}

/** An answer that is passed on as it arrives; its last piece waits for the settlement. */
export interface FlowingBytes {
  readonly kind: 'flowing';
  readonly contentType: string;
  /** Absent where it is not known before the end. */
  readonly contentLength: string | undefined;
  /** Resolves when everything but the last piece has left. @throws if the answer breaks */
  passTo(sink: AnswerSink): Promise<void>;
  resume(): void;
  lastPiece(): Buffer;
}

/** A stream that is passed on event by event; the events of its end wait for the settlement. */
export interface StreamedBytes {
  readonly kind: 'stream';
  /** Grows with everything that is passed on. */
  readonly passedCount: number;
  /** As of `FlowingBytes`. */
  passTo(sink: AnswerSink): Promise<void>;
  resume(): void;
  /** @param counted see `HeldBytes` */
  takeEnd(counted: Usage | null): Buffer;
  /** The end of a stream that cannot be finished, in the dialect's words. */
  brokenEnd(error: GatewayError): Buffer;
}

/** An answer whose first bytes can be passed on. */
export type OpenedAnswer = AnswerFindings & (HeldBytes | FlowingBytes | StreamedBytes);

/** Sends an answer to the caller. */
export interface AnswerSender {
  /** Resolves when everything but the last bytes has left. @throws if the answer breaks */
  run(): Promise<void>;
  /** Sends the last bytes. Only after the call is settled. @param counted see `HeldBytes` */
  finish(counted: Usage | null): void;
  /** Ends an answer that cannot be finished, so that the caller can tell. */
  breakOff(error: GatewayError): void;
}
