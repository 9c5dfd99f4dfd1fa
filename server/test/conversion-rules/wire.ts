import type { ConversationDialect } from '@turnpike/contract';
import { assertMessageStream } from '../grammars/anthropic-messages-grammar.ts';
import { checkGeminiEvents, readGeminiSse } from '../grammars/gemini-grammar.ts';
import { checkChatStream } from '../grammars/openai-chat-grammar.ts';
import { assertResponseStream } from '../grammars/openai-responses-grammar.ts';
import type { RuleCase } from './rule-file.ts';

/** How a dialect's calls are addressed, and how its streams are framed and checked. */
interface Wire {
  path(call: Pick<RuleCase, 'model' | 'stream'>): string;
  /** Header of the caller's key, and what stands before the key. */
  key: readonly [string, string];
  /** The model and `stream` stand in the body. */
  namesModel: boolean;
  frame(event: object): string;
  /** @throws where the stream breaks the dialect's grammar */
  check(stream: string): void;
}

const openAi = { key: ['authorization', 'Bearer '], namesModel: true } as const;
const typed = (event: object): string =>
  `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`;

export const wires: Readonly<Record<ConversationDialect, Wire>> = {
  'openai-chat': {
    ...openAi,
    path: () => '/v1/chat/completions',
    frame: (event) => `data: ${JSON.stringify(event)}\n\n`,
    check: checkChatStream,
  },
  'openai-responses': { ...openAi, path: () => '/v1/responses', frame: typed, check: assertResponseStream },
  'anthropic-messages': {
    ...{ path: () => '/v1/messages', key: ['x-api-key', ''], namesModel: true },
    ...{ frame: typed, check: assertMessageStream },
  },
  gemini: {
    path: ({ model, stream }) =>
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    ...{ key: ['x-goog-api-key', ''], namesModel: false },
    frame: (event) => `data: ${JSON.stringify(event)}\r\n\r\n`,
    check: (stream) => checkGeminiEvents(readGeminiSse(stream)),
  },
};

/** An event of a rule's file as it goes over the wire. */
export function frameEvent(dialect: ConversationDialect, event: unknown): string {
  if (typeof event !== 'string') return wires[dialect].frame(event as object);
  return event.startsWith(':') ? `${event}\n\n` : `data: ${event}\n\n`;
}

/** The events of a stream as a rule's file has them. */
export function readEvents(stream: string): unknown[] {
  const blocks = stream.split(/\r?\n\r?\n/);
  if (blocks.pop() !== '') throw new Error('the last event has no end');
  return blocks.map((block) => {
    const lines = block.split(/\r?\n/);
    const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length);
    if (data === undefined) return block;
    return data.startsWith('{') ? JSON.parse(data) : data;
  });
}
