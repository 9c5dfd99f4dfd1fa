import type { Usage } from '../../billing/usage.ts';
import type { Citation, Part, Seal } from './conversation.ts';
import type { Failure, StopReason } from './stop-reasons.ts';

/** A whole answer as no dialect says it. */
export interface Answer {
  head: AnswerHead;
  choices: AnswerChoice[];
  usage: Usage | null;
  /** That the vendor says it was served by, as OpenAI names them; empty where it is not known. */
  serviceTier: string;
}

export interface AnswerHead {
  id: string;
  model: string;
  createdSeconds: number;
}

export interface AnswerChoice {
  /** Text, thinking, refusals, calls, media and opaque parts, in their order. */
  parts: Part[];
  stop: Stop | null;
  logprobs: Logprob[];
}

export interface Stop {
  reason: StopReason;
  /** As the upstream said it. */
  raw: string;
  /** The stop sequence that was met; empty where it is not known. */
  sequence: string;
}

/** As a reader finds it: it may be no end. */
export interface ReadStop extends Omit<Stop, 'reason'> {
  reason: StopReason | Failure;
}

export interface Logprob {
  token: string;
  logprob: number;
  bytes: number[] | null;
  top: { token: string; logprob: number; bytes: number[] | null }[];
}

/** A note to a part, after its text. */
export type PartNote = { kind: 'citation'; citation: Citation } | { kind: 'seal'; seal: Seal };
