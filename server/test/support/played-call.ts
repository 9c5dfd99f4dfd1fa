import type { ServerResponse } from 'node:http';
import type { ConversationDialect } from '@turnpike/contract';
import { vi } from 'vitest';
import { wires } from '../conversion-rules/wire.ts';
import { type PlayedAnswer, type PlayedEnd, playedAnswers } from '../upstreams/played-answers.ts';
import { sendJson } from './fake-upstream.ts';

export const SENTENCE = 'A sentence of thirty-two bytes. ';

/** The part of an answer that a caller has received so far. */
export class Heard {
  text = '';
  hasHeader = false;

  get sentences(): number {
    return this.text.split(SENTENCE.trim()).length - 1;
  }

  async read(reply: Response): Promise<void> {
    this.hasHeader = true;
    const decoder = new TextDecoder();
    for await (const piece of reply.body as unknown as AsyncIterable<Uint8Array>)
      this.text += decoder.decode(piece, { stream: true });
  }
}

/** Actions of an upstream for a request. */
export interface Stage {
  response: ServerResponse;
  stream: boolean;
  answer: PlayedAnswer;
  /** Resolves when the gateway has gone. */
  left: Promise<void>;
  /** Sends events as the dialect frames them. */
  send(events: readonly object[]): void;
  /** Sends sentences, and waits until the caller has them. */
  say(count: number): Promise<void>;
  /** Resolves when the caller has a header, where what came before a text is enough for one. */
  begun(): Promise<void>;
  /** Sends what ends an answer, or the whole one. */
  end(end: PlayedEnd): void;
  /** The scene is set: the test's action may happen now. */
  isSet(): void;
  /** Resolves when the gateway knows that the caller has left. */
  callerLeft(): Promise<void>;
}

export interface StageOptions {
  dialect: ConversationDialect;
  model: string;
  response: ServerResponse;
  stream: boolean;
  /** Tokens of the input, where the dialect says them before the answer; null: it says no usage. */
  input: number | null;
  left: Promise<void>;
  heard: Heard;
  isSet: () => void;
  begun: () => Promise<void>;
  callerLeft: () => Promise<void>;
}

const START = { 'content-type': 'text/event-stream' };

export function stageOf({ dialect, model, input, heard, ...rest }: StageOptions): Stage {
  const { response, stream } = rest;
  const answer = playedAnswers[dialect]({ model, input });
  const { frame } = wires[dialect];
  const send = (events: readonly object[]): void => {
    if (!response.headersSent) response.writeHead(200, START);
    response.write(events.map(frame).join(''));
  };
  return {
    ...rest,
    answer,
    send,
    async say(count) {
      for (let said = 0; said < count; said += 1) send([answer.say(SENTENCE)]);
      await vi.waitFor(() => {
        if (heard.sentences < count) throw new Error(`the caller has ${heard.sentences} of ${count}`);
      }, 10_000);
    },
    end(end) {
      if (!stream) return sendJson(response, 200, JSON.stringify(answer.whole(end)));
      send(answer.end(end));
      response.end(dialect === 'openai-chat' ? 'data: [DONE]\n\n' : '');
    },
  };
}

const ERRORS: Readonly<Record<ConversationDialect, RegExp>> = {
  'openai-chat': /data: \{"error":[^\n]*\n\n$/,
  'openai-responses': /event: (?:response\.failed|error)\n[^\n]*\n\n$/,
  'anthropic-messages': /event: error\n[^\n]*\n\n$/,
  gemini: /data: \{"error":[^\n]*\r?\n\r?\n$/,
};

/**
 * How a stream ended for its caller.
 * @throws where that is no end of the dialect's
 */
export function endOfStream(dialect: ConversationDialect, text: string): 'finished' | 'failed' {
  wires[dialect].check(text);
  return ERRORS[dialect].test(text) ? 'failed' : 'finished';
}

/** Whether a body is an error as the dialect writes it. */
export function isErrorOf(dialect: ConversationDialect, text: string): boolean {
  const { type, error } = JSON.parse(text) as { type?: unknown; error?: Record<string, unknown> };
  if (typeof error?.message !== 'string') return false;
  if (dialect === 'anthropic-messages') return type === 'error' && typeof error.type === 'string';
  return dialect === 'gemini' ? typeof error.status === 'string' : 'code' in error;
}
