import type { CountedUnit } from '@turnpike/contract';
import type { AskedKinds } from '../billing/charge.ts';
import type { Usage } from '../billing/usage.ts';
import type { GatewayError } from '../platform/gateway-error.ts';
import type { JsonScanner } from '../platform/json/json-scanner.ts';
import type { Edit } from '../platform/json/splice.ts';
import type { CallAddress, DialectName, OutputLimit, StreamFraming } from './call-facts.ts';
import type { CallerFormat, ConversationFormat, UpstreamFormat } from './conversation-format.ts';
import type { ForeignSeals } from './foreign-seals.ts';
import type { KeptObject, NamedItem, NamedObject } from './kept-object.ts';
import type { FindLinkedMedia } from './linked-media.ts';
import type { MediaInput } from './media-input.ts';
import type { ConversionReport } from './neutral/conversion-report.ts';
import type { Json } from './neutral/json-values.ts';
import type { VectorEncoding } from './openai-embeddings/vector-encoding.ts';
import type { Operation } from './operation.ts';
import type { StreamJoiner } from './stream-joiner.ts';
import type { StreamPath } from './stream-path.ts';
import type { UpstreamFailure } from './upstream-failure.ts';
import type { FindUserTurn } from './user-turn.ts';

/** Facts that the gateway reads from a request. The bytes stay unchanged. */
export interface RequestFacts {
  model: string;
  stream: boolean;
  /** How a stream is divided for the caller. */
  framing: StreamFraming;
  /** The caller wants the stream's usage chunk. */
  wantsUsage: boolean;
  /** Largest number of output tokens that the caller allows in all answers together; null where it says none. */
  maxOutputTokens: number | null;
  /** That is its vendor's default, which the request does not name. Left out: no. */
  hasDefaultLimit?: boolean;
  /** How often the text of the answer repeats that of the input. Left out: never. */
  echoCount?: number;
  /** Answers asked for. */
  answerCount: number;
  /** Output tokens of a picture, about, where its size and quality tell; absent where they do not. */
  pictureTokens?: number;
  hasTools: boolean;
  /** A request says how long to think, or that the model should. */
  asksThinking?: boolean;
  /** Tokens that a request gives to thinking: vendors refuse a bound of the answer that is no higher. Left out: none. */
  thinkingBudget?: number;
  /** The gateway may bound the answer, also below the caller's own limit. */
  canBeBounded: boolean;
  /** Rough input tokens of its text, rather too many than too few. */
  inputTokens: number;
  /** Input tokens of its text, about: what a call pays whose input nobody counted. */
  likelyInputTokens: number;
  /** Input tokens that its text has at least. */
  leastInputTokens: number;
  /** Null where the request is all text. */
  media: MediaInput | null;
  asks: AskedKinds;
  /** Maximum units that it requests; absent if none. */
  units?: readonly CountedUnit[] | undefined;
  /** How vectors are wanted; left out where an answer has none. */
  vectorEncoding?: VectorEncoding;
  /** The answer is a file: of sound, or a text that is no JSON. Left out where it is JSON or a stream. */
  wantsFile?: 'sound' | 'text';
  /** Objects at the vendor that it continues from; absent if it names none. */
  named?: readonly NamedObject[] | undefined;
  /** The vendor must hold the conversation between calls. Left out: no. */
  usesThread?: boolean;
  /** It asks for a compaction, which only its own dialect has. Left out: no. */
  asksCompaction?: boolean;
}

export interface AnswerFacts {
  /** Null when the upstream sent none. */
  usage: Usage | null;
  /** The whole text of the answer, read only where there is no usage. */
  text: () => string;
  /** Bytes of its sound, as base64, and its pictures. */
  media: () => { audioBytes: number; imageCount: number };
  /** A filter of the vendor ended it; left out where there are none. */
  isFiltered?: () => boolean;
  /** Delivered units with their variant, as the answer reports them; absent if it reports none. */
  units?: readonly CountedUnit[] | undefined;
}

/** How often a member of that name was seen in an answer too long to be parsed; absent for one that was parsed. */
export type NoticedCount = (name: string) => number;

export interface PassOptions {
  upstreamModel: string;
  /** Bound to put on an answer whose caller named none; null leaves it. */
  outputLimit: OutputLimit | null;
  /** Whether to ask a stream for its usage where the caller did not. */
  asksUsage: boolean;
}

export interface StreamOptions {
  wantsUsage: boolean;
  /** Choices that must come to their end. */
  answerCount: number;
  framing: StreamFraming;
  /** Id of the caller's request; missing ids of an upstream are derived from it. */
  requestId?: string;
  /** Takes what is the channel's own out of a vendor's text; absent where the answer goes to nobody as it is. */
  withoutSecrets?: (text: string) => string;
  /** Takes the channel's key out of events that are no part of the text; absent as above. */
  withoutKey?: (bytes: Buffer) => Buffer;
}

/** A request as it came, looked through but not parsed. */
export interface ScannedRequest {
  address: CallAddress;
  /** JSON; of a form its fields. */
  body: Buffer;
  scan: JsonScanner;
  /** Files of a form; absent without a form. */
  files?: readonly AttachedFile[];
}

/** A file of a form, as far as it is looked at. */
export interface AttachedFile {
  bytes: number;
  /** How long its sound is; null where it does not say. */
  seconds: number | null;
}

/** One operation in one API, as far as an upstream that speaks it is asked. */
export interface UpstreamDialect {
  name: DialectName;
  operation: Operation;
  /** Members that bound the length of an answer; the first is the one that upstreams know best. */
  limitMembers: readonly string[];
  /** One request may ask for several answers, and its bound is that of each. */
  hasSeveralAnswers?: true;
  /** Puts system turns where strict chat templates take them. Absent where a dialect has no turns of the system. */
  systemFirst?: () => Promise<(tree: unknown, told: { report: ConversionReport }) => boolean>;
  /** A request without a bound is refused. */
  mustBeBounded?: boolean;
  /** The member of a message that gives a model back what it thought, where some upstreams want it and others refuse it. */
  thinkingMember?: { name: string; isWantedBy(upstreamModel: string): boolean };
  /** Some upstreams say in their usage what they take for a call. */
  upstreamTellsCost?: true;
  /** Its vendors read by ids what their accounts keep. */
  vendorReadsIds?: true;
  /**
   * Members of an answer: the one with the usage, and those that identify an answer (all lists, or one of the objects or
   * texts). A body with none of them may be an error with a success status.
   */
  answerMembers: {
    required: readonly string[];
    /** Those lists are never empty, as what an answer says may be. */
    isFilled?: true;
    instead?: readonly string[];
    texts?: readonly string[];
    all: ReadonlySet<string>;
    /** Names of members that are counted, however deep they stand. */
    notices?: ReadonlySet<string>;
    /** The entry of `notices` that each picture in the answer has. */
    picture?: string;
    /** The list `of` of whose first objects only the ids are read where the answer is too long to be kept. */
    ids?: { of: string; max: number };
  };
  /** A request that costs next to nothing, to see whether a model answers. */
  smallRequest(model: string): object;
  /** Loads readers and writers for conversions to it, on first use; null without conversions. */
  conversation: (() => Promise<UpstreamFormat>) | null;
  /** For a token counter: conversion of other dialects' requests, to count them. */
  countConversion?: CountConversion;
  /** Null where answers are never streamed, or are converted only. */
  streams: StreamFormat | null;
  errors: Pick<ErrorFormat, 'read'>;
}

/** A counter counts requests for conversations. */
export interface CountConversion {
  conversation: () => Promise<ConversationFormat>;
  /** The request for a conversation that a parsed request for a count holds. */
  counted(tree: Json): unknown;
  /** A request for the count of a request for a conversation. */
  asked(tree: Json, upstreamModel: string): object;
  tokensIn(answer: Json): unknown;
}

/** One operation in one public API: how its requests, answers, streams and errors look. */
export interface Dialect extends UpstreamDialect {
  /** Members of a request's body that are read. */
  members: ReadonlySet<string>;
  /** Names of members that are counted, however deep they stand. */
  notices: ReadonlySet<string>;
  /** Members of the parts of its messages whose length is known; absent where it has no such parts. */
  partMembers?: ReadonlySet<string>;
  /** See `JsonScannerOptions`. */
  listedMember?: string;
  /** As `listedMember`. */
  countedMember?: string;
  /** @throws request.invalid naming the field */
  readFacts(request: ScannedRequest): RequestFacts;
  /** Edits of the caller's bytes for an upstream of the same dialect; all other bytes pass unchanged. */
  editsOf(request: ScannedRequest, facts: RequestFacts, options: PassOptions): Edit[];
  /** Absent where its requests have no place for a seal. */
  foreignSeals?: ForeignSeals;
  /** Finds what its requests name by addresses; absent where all of its upstreams read those, or it has none. */
  linkedMedia?: () => Promise<FindLinkedMedia>;
  /** Finds the question that a request ends with; absent where its calls are not preceded by a search. */
  userTurn?: () => Promise<FindUserTurn>;
  /**
   * Names the sources that a whole answer cites by their numbers, as `[1]`; absent where its answers have no place for them.
   * @returns whether anything was added
   */
  addCitations?(answer: Record<string, unknown>, sources: readonly CitedSource[]): boolean;
  /**
   * Members whose texts, or lists of texts, are ids of what vendors keep; `file_id` where it is left out. They count where they
   * are among `notices`.
   */
  idMembers?: readonly string[];
  /** An id in such a member that names nothing of an account. Absent: each names something. */
  isPublicId?(name: string, id: string, type: string): boolean;
  /** Requests send back results of tools that the vendor ran, in parts of a type like `web_search_tool_result`. */
  hasToolResults?: true;
  /** Finds what of earlier answers its requests name by ids; absent where they cannot. */
  namedItems?: NamedItems;
  /** Members of a request whose texts are counted where the upstream sent no usage. */
  inputTexts: { members: readonly string[]; numbersAreTokens: boolean; without?: readonly string[] };
  /** @param member value of one of the members that `answerMembers` names, undefined where the answer has none */
  readAnswer(member: (name: string) => unknown, body: () => Buffer, noticed?: NoticedCount): AnswerFacts;
  /**
   * Fixes a whole answer, where it is, that its client would not know; absent where vendors do not differ.
   * @returns whether anything was changed
   */
  mendAnswer?(answer: Record<string, unknown>, requestId: string): boolean;
  /** Members in which an answer says why it ended, in its vendor's words; absent where there are none. */
  vendorWords?: readonly string[];
  /** Objects that the vendor keeps, from the members that `answerMembers` names; absent if none. */
  keptOf?(member: (name: string) => unknown): KeptObject[];
  /** Kept sounds of an answer, from its text or the beginning of it. */
  keptSounds?(text: string): KeptObject[];
  /** Loads readers and writers for conversions from and to it, on first use; null without conversions. */
  conversation: (() => Promise<ConversationFormat>) | null;
  /** In place of `conversation`, where upstreams of other dialects serve its callers, but its own no other callers. */
  callerConversation?: () => Promise<CallerFormat>;
  /** A count of input tokens as this dialect answers it; null where it counts none. */
  countAnswer: ((inputTokens: number) => object) | null;
  errors: ErrorFormat;
}

/** A source by its number in a request. */
export interface CitedSource {
  title: string;
  url: string;
}

interface NamedItems {
  /** The member that holds the list of them. */
  of: string;
  /** Names of members without one of which a request names none; they count where they are among `notices`. */
  members: readonly string[];
  /** As `members`: one that comes twice in an object may be read otherwise by a vendor. */
  single: readonly string[];
  find(list: unknown): NamedItem[];
  /** Makes a spare item one that no vendor looks up; absent where none is spare. */
  leaveOutId?(item: Json): void;
}

/** How a dialect streams an answer. */
export interface StreamFormat {
  /** The way of a stream from an upstream of the same dialect. */
  pass(options: StreamOptions): StreamPath;
  /**
   * A whole answer as the stream that its caller had asked for.
   * @throws where it is no answer
   */
  ofAnswer(answer: unknown): string;
  /** Makes a whole answer of the events of a stream; loaded when the first one is joined. */
  joiner: () => Promise<StreamJoiner>;
  /** An event that keeps a connection busy between two others. */
  beat: string;
}

/** Form of a dialect's errors. */
export interface ErrorFormat {
  statusOf(error: GatewayError): number;
  body(error: GatewayError, requestId: string): string;
  /** Event for an error after the first byte was sent. */
  event(error: GatewayError, requestId: string): string;
  /**
   * Reads an upstream's error answer.
   * @param status 0 for an error inside an answer. The status is then read from the error, and stays 0 if it has none
   */
  read(status: number, body: string): UpstreamFailure;
}
