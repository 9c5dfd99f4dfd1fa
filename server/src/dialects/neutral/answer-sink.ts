import type { Usage } from '../../billing/usage.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { AnswerHead, Logprob, PartNote, Stop } from './answer.ts';
import type { CallPart, MediaPart, OpaquePart } from './conversation.ts';

/** How a part begins. Its text, or the input of a call, comes after it. */
export type PartHead =
  | { kind: 'text' }
  | { kind: 'thinking'; isSummary: boolean }
  | { kind: 'refusal' }
  | Pick<CallPart, 'kind' | 'id' | 'name' | 'isCustom'>
  | MediaPart
  | OpaquePart;

/**
 * Takes an answer as it comes, in the order that `AnswerOrder` keeps: `start` first; in each choice one part after the
 * other, numbered from 0, opened before and closed after everything that belongs to it; `stop` after the last of them.
 */
export interface AnswerSink {
  start(head: AnswerHead): void;
  open(choice: number, part: number, head: PartHead): void;
  add(choice: number, part: number, text: string): void;
  note(choice: number, part: number, note: PartNote): void;
  close(choice: number, part: number): void;
  logprobs(choice: number, logprobs: readonly Logprob[]): void;
  stop(choice: number, stop: Stop): void;
  /**
   * The last one counts.
   * @param serviceTier that it was served by, as OpenAI names them; empty where it is not known
   */
  usage(usage: Usage, serviceTier: string): void;
}

/** Reads one dialect's events. It takes what vendors really send; `AnswerOrder` makes an answer of it. */
export interface StreamReader {
  /** @param data of one event; empty where it is a comment */
  event(data: string): void;
}

/** Writes one dialect's events. The output fits the dialect's grammar for any input. */
export interface StreamWriter extends AnswerSink {
  /** The output that may be sent now; may be empty. */
  take(): string;
  /**
   * The end of the stream, after the call was charged.
   * @param charged usage that the gateway counted, if the upstream reported none
   */
  takeEnd(charged: Usage | null): string;
  breakOff(error: GatewayError, requestId: string): string;
}
