import type { AskedKinds } from '../billing/charge.ts';
import type { Usage } from '../billing/usage.ts';
import type { GatewayError } from '../platform/gateway-error.ts';
import type { JsonScanner } from '../platform/json-scanner.ts';
import type { MediaInput } from './media-input.ts';
import type { Operation } from './operation.ts';

export type DialectName = 'openai-chat' | 'openai-embeddings';

/** What the gateway needs to know of a request; the bytes themselves stay as they came. */
export interface RequestFacts {
  model: string;
  stream: boolean;
  /** The caller wants the stream's usage chunk. */
  wantsUsage: boolean;
  /** Largest number of output tokens that the caller allows in all answers together; null where it says none. */
  maxOutputTokens: number | null;
  /** Answers asked for. */
  answerCount: number;
  hasTools: boolean;
  /** Rough input tokens of its text, rather too many than too few. */
  inputTokens: number;
  /** Input tokens of its text, about: what a call pays whose input nobody counted. */
  likelyInputTokens: number;
  /** Input tokens that its text has at least. */
  leastInputTokens: number;
  /** Null where the request is all text. */
  media: MediaInput | null;
  asks: AskedKinds;
}

export interface AnswerFacts {
  /** Null when the upstream sent none. */
  usage: Usage | null;
  /** The whole text of the answer, read only where there is no usage. */
  text: () => string;
  /** Bytes of its sound, as base64, and its pictures. */
  media: () => { audioBytes: number; imageCount: number };
}

export interface UpstreamBodyOptions {
  upstreamModel: string;
  /** Bound to put on an answer whose caller named none; null leaves it. */
  outputLimit: OutputLimit | null;
  /** Whether to ask a stream for its usage where the caller did not. */
  asksUsage: boolean;
}

export interface OutputLimit {
  /** One of the dialect's `limitMembers`. */
  member: string;
  /** For all answers together. */
  tokens: number;
}

/**
 * Reads a stream piece by piece, passes it on and learns from it. What `read` answers may be sent to the caller
 * at once; the terminal event stays inside until `takeEnd`.
 */
export interface StreamReader {
  readonly usage: Usage | null;
  /** The answer came to its end: a finish reason or the terminal event was seen. */
  readonly isComplete: boolean;
  /** The terminal event was seen: nothing more will come. */
  readonly isEnded: boolean;
  /** The upstream reported an error inside the stream. */
  readonly failure: string | null;
  /** Bytes of delivered text, for an estimate where no usage comes. */
  readonly textBytes: number;
  /** Those of them that came after the last usage, which cannot know them. */
  readonly unreportedBytes: number;
  /** Bytes of sound, as base64, and pictures in the events so far. */
  readonly audioBytes: number;
  readonly imageCount: number;
  /** Anything of an answer has come: more than comments and a role. */
  readonly hasBegun: boolean;
  /** Bytes of the event that is not complete yet. */
  readonly unfinishedBytes: number;
  /**
   * @returns bytes for the caller, or null when there is nothing to send yet
   * @throws SseTooLongError when one event is longer than allowed
   */
  read(piece: Buffer): Buffer | null;
  /** The upstream's connection has ended. */
  finish(): Buffer | null;
  /**
   * What ends the stream for the caller.
   * @param counted told to a caller who asked for usage where the upstream said none
   */
  takeEnd(counted: Usage | null): Buffer | null;
}

export interface StreamReaderOptions {
  wantsUsage: boolean;
  /** Choices that must come to their end. */
  answerCount: number;
  /** Takes delivered text as it stands in JSON, when somebody must count it. */
  onText: ((escaped: string) => void) | null;
}

/** One operation in one public API: how its requests, answers, streams and errors look. */
export interface Dialect {
  name: DialectName;
  operation: Operation;
  /** Members of a request's body that are read. */
  members: ReadonlySet<string>;
  /** Names of members that are counted, however deep they stand. */
  notices: ReadonlySet<string>;
  /** Members that bound the length of an answer; the first is the one that upstreams know best. */
  limitMembers: readonly string[];
  /** @throws request.invalid naming the field */
  readRequest(body: Buffer, scan: JsonScanner): RequestFacts;
  /** The body for the upstream: the caller's bytes with only what must change spliced in. */
  upstreamBody(body: Buffer, scan: JsonScanner, facts: RequestFacts, options: UpstreamBodyOptions): Buffer;
  /** Members of a request whose texts are counted where the upstream sent no usage. */
  inputTexts: { members: readonly string[]; numbersAreTokens: boolean };
  /** @param usage the answer's usage member, undefined where it has none */
  readAnswer(usage: unknown, body: () => Buffer): AnswerFacts;
  /** Member of an answer that holds the usage, and those that it must have to be one. */
  answerMembers: { usage: string; required: readonly string[]; all: ReadonlySet<string> };
  streamReader(options: StreamReaderOptions): StreamReader;
  /**
   * A whole answer as the stream that its caller had asked for.
   * @throws where it is no answer
   */
  streamOf(answer: unknown): string;
  errors: ErrorWriter;
}

/** How a dialect tells errors. */
export interface ErrorWriter {
  statusOf(error: GatewayError): number;
  body(error: GatewayError, requestId: string): string;
  /** The event that tells of an error after the first byte has left. */
  event(error: GatewayError, requestId: string): string;
}
