import type { TestedChannel } from './tested-channel.ts';

/**
 * A question of a check: one word, the same in a stream, or a sum that a function of the request computes. The last two
 * are for models that converse.
 */
export type CheckQuestion = 'plain' | 'stream' | 'function';

/** The facts of an answer that a check judges. */
export interface CheckedAnswer {
  /** Whether the model converses; others answer the plain question alone. */
  isConversation: boolean;
  /** Name sent upstream. */
  upstreamModel: string;
  /** Name that the answer reports, without secrets; empty if it reports none. */
  reportedModel: string;
  /** Tokens that the answer reports; null if it reports none. */
  usage: { inputTokens: number; outputTokens: number } | null;
  /** It came as a stream and to its end. */
  isStreamed: boolean;
  /** Names of the functions called, each with its input, as JSON. */
  functionCalls: { name: string; input: string }[];
  /** The answer as parsed, without secrets; null if it is long or a stream. */
  response: unknown;
}

/**
 * Asks a model one of the questions by one small real call.
 * @throws an error of the catalogue that says why it failed, with what the provider said as its `detail`
 */
export type AskModel = (
  asked: TestedChannel & { question: CheckQuestion },
  signal: AbortSignal,
) => Promise<CheckedAnswer>;
