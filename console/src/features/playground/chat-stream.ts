import { noAnswer } from '../../api/call-api.ts';
import { eventData } from '../../api/event-data.ts';
import { type ChatAnswer, type ChatDelta, emptyAnswer, withDelta } from './chat-answer.ts';
import { failureOf, streamFailure } from './relay-failure.ts';

export interface ChatMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Addresses of pictures, most often `data:`. */
  pictures: readonly string[];
}

/** Facts about an answer before its first word. */
export interface AnswerHead {
  requestId: string;
  /** Fields of the request that its conversion for the upstream lost. */
  lost: readonly string[];
}

export interface ChatStreamOptions {
  tokenKey: string;
  model: string;
  messages: readonly ChatMessage[];
  signal: AbortSignal;
  onHead: (head: AnswerHead) => void;
  /** Called with the whole answer so far, for each new piece. */
  onAnswer: (answer: ChatAnswer) => void;
}

interface ChatChunk {
  choices?: { delta?: ChatDelta }[];
  error?: { message?: string; code?: string };
}

/**
 * One streamed answer.
 * @throws ApiError when the relay refuses, the connection fails, or the stream carries an error
 */
export async function streamChat(options: ChatStreamOptions): Promise<void> {
  const { tokenKey, model, signal } = options;
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    signal,
    headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(toRequest(model, options.messages)),
  }).catch((cause: unknown) => {
    throw noAnswer(cause, signal);
  });
  const requestId = response.headers.get('x-request-id') ?? '';
  options.onHead({ requestId, lost: lostFields(response.headers.get('x-turnpike-conversion') ?? '') });
  if (!response.ok || response.body === null) throw await failureOf(response);

  let answer = emptyAnswer;
  for await (const data of eventData(response.body)) {
    if (data === '[DONE]') return;
    const chunk = JSON.parse(data) as ChatChunk;
    if (chunk.error) throw streamFailure(chunk.error, requestId);
    const delta = chunk.choices?.[0]?.delta;
    if (delta === undefined) continue;
    answer = withDelta(answer, delta);
    options.onAnswer(answer);
  }
}

/** The body of a call. */
export const toRequest = (model: string, messages: readonly ChatMessage[]) => ({
  model,
  messages: messages.map(toSentMessage),
  stream: true,
  stream_options: { include_usage: true },
});

function toSentMessage({ role, content, pictures }: ChatMessage): object {
  // Pictures of an answer are not sent back: no vendor takes them there.
  if (role === 'assistant' || pictures.length === 0) return { role, content };
  const texts = content === '' ? [] : [{ type: 'text', text: content }];
  return { role, content: [...texts, ...pictures.map((url) => ({ type: 'image_url', image_url: { url } }))] };
}

/** @param report as `dropped=logit_bias,seed; approximated=thinking` */
export const lostFields = (report: string): string[] => /dropped=([^;]+)/.exec(report)?.[1]?.split(',') ?? [];
