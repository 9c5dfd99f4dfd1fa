import { inputTokensOf, outputTokensOf, type Usage } from '../../billing/usage.ts';
import { type Json, objectOf } from '../neutral/json-values.ts';
import { errorInAnswer } from '../upstream-failure.ts';

/** Answers that a request may ask for. Source: OpenAI API reference, "Create chat completion". */
export const MAX_ANSWERS = 128;

/** The event that ends a stream. Source: OpenAI API reference, "Streaming". */
export const DONE = 'data: [DONE]\n\n';

export const eventOf = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`;

interface Choice {
  index?: unknown;
  message?: { tool_calls?: unknown } | null;
  finish_reason?: unknown;
}

/**
 * A whole answer as the stream that it would have been: each choice's message in one chunk, its finish reason in
 * another. An error stays one.
 * @throws where it is no answer
 */
export function streamOfAnswer(answer: unknown): string {
  const { choices, usage, error, ...others } = answer as Record<string, unknown>;
  if (error !== undefined && error !== null) return eventOf({ error });
  if (!Array.isArray(choices) || choices.length > MAX_ANSWERS) throw new Error('no list of choices');
  if (choices.length === 0) throw new Error('no choice');
  const head = { ...others, object: chatChunk.object };
  const events = (choices as Choice[]).flatMap(({ message, finish_reason = null, ...rest }) => [
    eventOf({ ...head, choices: [{ ...rest, delta: deltaOf(message), finish_reason: null }] }),
    eventOf({ ...head, choices: [{ index: rest.index, delta: {}, finish_reason }] }),
  ]);
  if (usage !== undefined && usage !== null) events.push(eventOf({ ...head, choices: [], usage }));
  return events.join('') + DONE;
}

/** Calls of tools have a place in a stream, so that their parts can be put together. */
function deltaOf(message: Choice['message']): object {
  if (!Array.isArray(message?.tool_calls)) return message ?? {};
  return { ...message, tool_calls: message.tool_calls.map((call: object, index) => ({ index, ...call })) };
}

/** The differences between the chunks of chat and of legacy completions. */
export interface ChunkKind {
  object: string;
  /** Whether a choice of a chunk says more than vendors send before they know whether they can answer. */
  says(choice: Record<string, unknown>): boolean;
  /** Member of a choice without text. */
  silence: object;
}

export const chatChunk: ChunkKind = {
  object: 'chat.completion.chunk',
  says: ({ delta }) =>
    Object.entries(delta ?? {}).some(([name, value]) => name !== 'role' && value !== null && value !== ''),
  silence: { delta: {} },
};

/**
 * The usage chunk of a caller who asked for one.
 * @param firstChunk identifies the answer
 */
export function usageEvent(
  firstChunk: Record<string, unknown>,
  usage: Usage,
  { object }: Pick<ChunkKind, 'object'>,
): string {
  const { id, created, model } = firstChunk;
  const prompt_tokens = inputTokensOf(usage);
  const completion_tokens = outputTokensOf(usage);
  return eventOf({
    ...{ id, object, created, model, choices: [] },
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  });
}

/**
 * The chunk that ends choices at their limit.
 * @param firstChunk identifies the answer
 */
export function limitEvent(
  firstChunk: Record<string, unknown>,
  indexes: readonly number[],
  { object, silence }: ChunkKind,
): string {
  const { id, created, model } = firstChunk;
  const choices = indexes.map((index) => ({ index, ...silence, logprobs: null, finish_reason: 'length' }));
  return eventOf({ id, object, created, model, choices });
}

/**
 * The error in a chunk: its own, the chunk itself (vLLM, FastAPI), or a choice's (OpenRouter).
 * @returns null without an error
 */
export function errorIn(chunk: Json): unknown {
  const { error, choices, object, detail } = chunk;
  if (error !== undefined && error !== null) return error;
  if (choices === undefined) return object === 'error' || detail ? chunk : errorInAnswer(chunk);
  if (choices === null) return errorInAnswer(chunk);
  if (!Array.isArray(choices)) return null;
  for (const choice of choices) if (objectOf(choice)?.error) return (choice as Json).error;
  return null;
}
