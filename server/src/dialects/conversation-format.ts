import type { Usage } from '../billing/usage.ts';
import type { LongTexts } from '../platform/json/long-texts.ts';
import type { CallAddress, OutputLimit, StreamFraming } from './call-facts.ts';
import type { Answer } from './neutral/answer.ts';
import type { AnswerPlaces } from './neutral/answer-losses.ts';
import type { AnswerOrder } from './neutral/answer-order.ts';
import type { StreamReader, StreamWriter } from './neutral/answer-sink.ts';
import type { Conversation, LinkedPart, NamespacedTool } from './neutral/conversation.ts';
import type { ConversionReport } from './neutral/conversion-report.ts';
import type { SealedTurn } from './neutral/sealed-turn.ts';
import type { ToolNames } from './neutral/tool-names.ts';

/** A dialect as its callers speak it: requests are read, answers are written. */
export interface CallerFormat {
  /**
   * @param tree the parsed body; its long texts are tokens
   * @throws request.invalid naming the field
   */
  readRequest(tree: unknown, source: RequestSource): Conversation;
  /** Content that its answers can express; the rest is reported as lost. */
  places: AnswerPlaces;
  /** Some of its clients drop seals; left out where all send them back. */
  dropsSeals?: true;
  writeAnswer(answer: Answer, options: AnswerOptions): object;
  streamWriter(options: AnswerOptions): StreamWriter;
}

/** A dialect as its upstreams speak it: requests are written, answers are read. */
export interface UpstreamFormat {
  /** False for what stands at an address that its upstreams do not read, but would take as bytes. */
  readsAddress(part: LinkedPart, upstreamModel: string): boolean;
  writeRequest(talk: Conversation, target: RequestTarget): object;
  /** Passes a whole answer to the order. @throws if it is not an answer */
  readAnswer(tree: unknown, order: AnswerOrder): void;
  streamReader(order: AnswerOrder): StreamReader;
}

/**
 * Both sides of a dialect as conversions need it: four of them make sixteen pairs, because they meet in one neutral
 * form. Loaded when the first call is converted.
 */
export interface ConversationFormat extends CallerFormat, UpstreamFormat {}

/** The two sides of a converted call. */
export interface ConversationFormats {
  caller: CallerFormat;
  upstream: UpstreamFormat;
}

export interface RequestSource {
  address: CallAddress;
  texts: LongTexts;
}

/** The target of a written request. */
export interface RequestTarget {
  upstreamModel: string;
  stream: boolean;
  /** Ask a stream for its usage, where the dialect has to be asked. */
  asksUsage: boolean;
  /** Thinking without a seal goes back with the results of its calls, where the dialect has a member for it. */
  givesThinkingBack: boolean;
  /** The upstream refuses a schema of the answer. */
  takesNoSchemas?: boolean;
  /** Bound of the answer: the caller's, what the balance pays for, or the default of a dialect that must have one. */
  outputLimit: OutputLimit | null;
  /** Part of the bound that thinking may take where nobody says how much. */
  thinkingShare: number;
  report: ConversionReport;
  toolNames: ToolNames;
  texts: LongTexts;
}

/** The target of a written answer. */
export interface AnswerOptions {
  /** Where the upstream named none. */
  fallback: { id: string; model: string; createdSeconds: number };
  answerCount: number;
  wantsUsage: boolean;
  /** How a stream is divided for the caller. */
  framing: StreamFraming;
  /** About, for a dialect that says the input before the answer. */
  inputTokens: number;
  /** Tool names of the request: calls in the answer use the caller's names. */
  toolNames: ToolNames | null;
  /** Custom tools that the upstream knows as functions with one text, `input`. */
  customTools: ReadonlySet<string>;
  /** Whether the caller wants to see what the model thinks; null where nothing was said. */
  thinkingShown: boolean | null;
  /** Tools of namespaces, by the names that the upstream knows. */
  namespaced: ReadonlyMap<string, NamespacedTool>;
  /** Usage counted by the gateway, for a whole answer without usage from the upstream. */
  counted: Usage | null;
  /** Receives the seals of the answer, for clients that drop them. */
  onSealed?: ((turn: SealedTurn) => void) | undefined;
  /** Receives the items of a whole response. */
  onItems?: ((items: readonly object[]) => void) | undefined;
  /** Report of the call; it names the losses of the answer. */
  report: ConversionReport;
}
