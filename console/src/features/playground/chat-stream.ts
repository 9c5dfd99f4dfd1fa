import { noAnswer } from '../../api/call-api.ts';
import { failureOf, streamFailure } from './relay-failure.ts';

export interface ChatMessage {
  role: 'user' | 'assistant';
  content: string;
}

export interface ChatStreamOptions {
  tokenKey: string;
  model: string;
  messages: readonly ChatMessage[];
  signal: AbortSignal;
  onRequestId: (requestId: string) => void;
  onText: (piece: string) => void;
}

interface ChatChunk {
  choices?: { delta?: { content?: string | null } }[];
  error?: { message?: string; code?: string };
}

/**
 * One streamed answer.
 * @throws ApiError when the relay refuses, the connection fails, or the stream carries an error
 */
export async function streamChat(options: ChatStreamOptions): Promise<void> {
  const { tokenKey, model, messages, signal } = options;
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    signal,
    headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, stream: true, stream_options: { include_usage: true } }),
  }).catch((cause: unknown) => {
    throw noAnswer(cause, signal);
  });
  const requestId = response.headers.get('x-request-id') ?? '';
  options.onRequestId(requestId);
  if (!response.ok || response.body === null) throw await failureOf(response);

  for await (const data of eventData(response.body)) {
    if (data === '[DONE]') return;
    const chunk = JSON.parse(data) as ChatChunk;
    if (chunk.error) throw streamFailure(chunk.error, requestId);
    const piece = chunk.choices?.[0]?.delta?.content;
    if (piece) options.onText(piece);
  }
}

/** `data` of each server-sent event; lines may be cut anywhere between two reads. */
export async function* eventData(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) yield line.slice(5).trim();
    }
    if (done) return;
  }
}
