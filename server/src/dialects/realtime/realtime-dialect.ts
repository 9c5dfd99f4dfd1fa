import type { CountedUnit } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { Dialect, RequestFacts } from '../dialect.ts';
import type { RealtimeInput } from './realtime-input.ts';

/** An API whose calls are sessions over a socket: messages pass both ways as they came. */
export interface RealtimeDialect extends Dialect {
  /** How its servers send their messages. */
  frames: 'text' | 'binary';
  /**
   * Absent where the address names the model, and the vendor speaks first.
   * @throws an error of the catalogue
   */
  readSetup?(text: Buffer): Promise<SessionSetup>;
  /**
   * A refusal by the end of the socket, as the status that a call would get; absent where vendors refuse by a message.
   * Source of the codes: RFC 6455, section 7.4.
   */
  statusOfClose?(code: number, reason: string): number;
  /** Loads what only sessions need. */
  openSession(terms: SessionTerms): Promise<RealtimeSessionReader>;
}

/** The first message of a caller, where that says what the session is. */
export interface SessionSetup {
  facts: RequestFacts;
  /** See `CallerMessage`. */
  texts: SessionTexts;
  /** Handle of an earlier session that goes on; null where it is a new one. */
  resumes: string | null;
  /** The message as the vendor gets it. */
  messageFor(upstreamModel: string): string;
}

/** Parameters for reading a session. */
export interface SessionTerms {
  /** As the caller names it. */
  model: string;
  upstreamModel: string;
  /** Takes what is the channel's own out of a vendor's text. */
  withoutSecrets(text: string): string;
}

/** Bytes of instructions and tools, by the member of the session that holds them. */
export type SessionTexts = ReadonlyMap<string, number>;

/** A message of the caller. */
export interface CallerMessage {
  /** As the vendor gets it. */
  passed: string | Buffer;
  /** Texts of the session from now on; absent if the message has none. */
  texts?: SessionTexts;
  /** Its input; absent if it cannot lead to an answer. */
  input?: RealtimeInput;
  /** Only the next answer reads it. */
  isForOneAnswer?: true;
  /** An answer is asked for; by the name that a refusal of it has. */
  asks?: { askedBy: unknown };
  /** Model that shall write down what is heard; its price and the key's right to it are looked at. */
  writesBy?: string;
}

/** Events in a message of the vendor, in order. */
export type Happening =
  | { kind: 'session'; texts: SessionTexts; speaks?: boolean }
  /** An error that ends nothing; what is asked for by that name is not answered. */
  | { kind: 'refused'; askedBy: unknown }
  /** A response has begun: what is said before belongs to none. */
  | { kind: 'begun'; id: string }
  | { kind: 'said'; id: string; textBytes: number; audioTokens: number }
  /** The usage of a response that goes on. */
  | { kind: 'counted'; id: string; usage: Usage }
  | ({ kind: 'ended' } & EndedResponse)
  | ({ kind: 'written' } & WrittenSound)
  /** A session may go on by this handle, later and over another socket. */
  | { kind: 'resumable'; handle: string };

export interface EndedResponse {
  id: string;
  usage: Usage | null;
  /** The vendor's own words, where it failed; null where it did not. */
  failure: string | null;
}

/** Something that was heard has been written down. */
export interface WrittenSound {
  /** Null if the response has no id. */
  id: string | null;
  model: string;
  usage: Usage | null;
  units: readonly CountedUnit[];
  /** Tokens of the sound. */
  audioTokens: number;
  textBytes: number;
}

export interface VendorMessage {
  /** As the caller gets it. */
  passed: string | Buffer;
  /** Where much sound stands in it. */
  sound: BytePlace | null;
  happenings: readonly Happening[];
}

export interface BytePlace {
  start: number;
  end: number;
}

/** Reads both sides of one session. */
export interface RealtimeSessionReader {
  /** Reads the vendor's first message. */
  readOpening(text: Buffer): 'open' | 'refused' | 'broken';
  /** @throws an error of the catalogue: the message is not passed */
  fromCaller(text: Buffer): CallerMessage;
  /** @returns null where it is no message */
  fromVendor(text: Buffer): VendorMessage | null;
  /** An error message; null if the dialect reports errors only by closing the socket. */
  errorMessage(error: GatewayError, requestId: string): string | null;
  /** Asks the vendor to end what it is saying, and to say its usage; null where there is no such message. */
  readonly cancel: string | null;
}
