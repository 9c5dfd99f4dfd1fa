import { type Json, objectOf, parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { MAX_EVENT_BYTES } from '../../dialects/passed-stream.ts';
import { assertParsable } from '../../platform/json/json-structure.ts';
import { SseFrames, splitEvents } from '../../platform/net/sse-frames.ts';
import type { Framing } from '../framing.ts';

/**
 * HTTP statuses of Coze's codes. A failed answer has status 200, as JSON or inside a stream.
 * Source: Coze documents, "Error codes", checked 2026-11.
 */
const STATUS_OF_CODES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ 4000: 400, 4013: 429, 4015: 404, 4016: 429, 4019: 429, 4027: 402, 4028: 402 },
    ...{ 4100: 401, 4101: 403, 4200: 404, 700012006: 401 },
  }),
);

const chunkOf = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`;

function failureOf({ code, msg }: Json): string {
  const status = STATUS_OF_CODES.get(String(code)) ?? 500;
  return chunkOf({ error: { message: textOf(msg), type: String(code), code: status } });
}

/** Events of a bot's answer as chunks of a chat. */
class CozeEvents {
  #head = { id: '', object: 'chat.completion.chunk', created: 0, model: '' };
  /** Ids of the messages that came in pieces. */
  readonly #told = new Set<string>();

  /** @returns empty for what is no part of an answer: what the bot looked up, called, or would ask next */
  chunksOf(name: string, data: Json): string {
    switch (name) {
      case 'conversation.chat.created':
        this.#head = {
          ...this.#head,
          ...{ id: textOf(data.id), created: Number(data.created_at) || 0, model: textOf(data.bot_id) },
        };
        return '';
      case 'conversation.message.delta':
        this.#told.add(textOf(data.id));
        return this.#say(data);
      case 'conversation.message.completed':
        // The whole message again, but for one that did not come in pieces.
        return this.#told.has(textOf(data.id)) ? '' : this.#say(data);
      case 'conversation.chat.completed':
        return this.#end(objectOf(data.usage) ?? {});
      case 'conversation.chat.failed':
        return failureOf(objectOf(data.last_error) ?? {});
      case 'conversation.chat.requires_action':
        return failureOf({ code: 4000, msg: 'The bot waits for a tool of its caller.' });
      case 'error':
        return objectOf(data.error) === null ? failureOf(data) : chunkOf(data);
      case '':
        return 'code' in data ? failureOf(data) : chunkOf(data);
      default:
        return '';
    }
  }

  #say({ type, content, reasoning_content }: Json): string {
    if (type !== 'answer') return '';
    const delta = {
      ...(textOf(reasoning_content) !== '' && { reasoning_content }),
      ...(textOf(content) !== '' && { content }),
    };
    if (Object.keys(delta).length === 0) return '';
    return this.#chunk({ choices: [{ index: 0, delta, finish_reason: null }] });
  }

  #end({ input_count, output_count, token_count }: Json): string {
    const usage = { prompt_tokens: input_count, completion_tokens: output_count, total_tokens: token_count };
    return [
      this.#chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      // The vendor calls its counts reserved: it may leave them at 0.
      token_count === undefined || token_count === 0 ? '' : this.#chunk({ choices: [], usage }),
      'data: [DONE]\n\n',
    ].join('');
  }

  #chunk(members: object): string {
    return chunkOf({ ...this.#head, ...members });
  }
}

const EVENT_NAME = /^event:[ \t]*(\S+)/m;

/** Source: Coze documents, "Chat (v3)", streaming; recordings in `server/test/recordings/providers/coze`. */
export const cozeFraming: Framing = {
  types: ['text/event-stream', 'application/json'],
  async open() {
    const frames = new SseFrames({ maxEventBytes: MAX_EVENT_BYTES });
    const events = new CozeEvents();
    const read = (bytes: Buffer): string => {
      assertParsable(bytes);
      return splitEvents(bytes)
        .map((event) => {
          const [, name = ''] = EVENT_NAME.exec(event.bytes.toString('latin1')) ?? [];
          const data = parseObject(event.data);
          return data === null ? '' : events.chunksOf(name, data);
        })
        .join('');
    };
    return {
      get unfinishedBytes() {
        return frames.unfinishedBytes;
      },
      push(piece) {
        const bytes = frames.push(piece);
        return bytes === null ? '' : read(bytes);
      },
      end() {
        const rest = frames.takeRest();
        if (rest === null) return '';
        assertParsable(rest);
        const failure = parseObject(rest.toString('utf8'));
        return failure === null ? read(rest) : events.chunksOf('', failure);
      },
    };
  },
};
