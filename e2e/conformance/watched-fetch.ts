import type { ConversationDialect } from '@turnpike/contract';
import { assertMessageStream } from '../../server/test/grammars/anthropic-messages-grammar.ts';
import { checkGeminiEvents, readGeminiSse } from '../../server/test/grammars/gemini-grammar.ts';
import { assertChatStream } from '../../server/test/grammars/openai-chat-grammar.ts';
import { assertResponseStream } from '../../server/test/grammars/openai-responses-grammar.ts';

/** The gateway's raw answer, for comparison with the package's view. */
interface WatchedAnswer {
  requestId: string;
  /** Fields by their fate, as the conversion report's header names them. */
  report: string[];
  isStream: boolean;
  text: string;
}

/** A `fetch` for a package that keeps what the gateway sent. */
export class WatchedFetch {
  readonly answers: WatchedAnswer[] = [];
  readonly #isStrict: boolean;

  /** @param isStrict asks the gateway to refuse what it cannot carry whole */
  constructor({ isStrict = false } = {}) {
    this.#isStrict = isStrict;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (this.#isStrict) headers.set('x-turnpike-strict', 'true');
    const reply = await fetch(input, { ...init, headers });
    const answer: WatchedAnswer = {
      requestId: reply.headers.get('x-request-id') ?? '',
      report: readReport(reply.headers.get('x-turnpike-conversion') ?? ''),
      isStream: reply.headers.get('content-type')?.startsWith('text/event-stream') === true,
      text: '',
    };
    this.answers.push(answer);
    if (reply.body === null) return reply;
    const decoder = new TextDecoder();
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        answer.text += decoder.decode(piece, { stream: true });
        controller.enqueue(piece);
      },
    });
    return new Response(reply.body.pipeThrough(watch), reply);
  };
}

/** `dropped=stop,seed; added=max_tokens` as `dropped stop`, `dropped seed`, `added max_tokens`. */
const readReport = (header: string): string[] =>
  header === ''
    ? []
    : header.split('; ').flatMap((part) => {
        const [fate = '', fields = ''] = part.split('=');
        return fields.split(',').map((field) => `${fate} ${field}`);
      });

/** Streams as the vendor's grammar has them; one that fails ends with the vendor's error. */
export const grammars: Readonly<Record<ConversationDialect, (text: string, fails: boolean) => void>> = {
  'openai-chat': (text, fails) => {
    if (!fails) return assertChatStream(text);
    const events = text.trimEnd().split('\n\n');
    const { error } = JSON.parse(String(events.at(-1)).slice('data: '.length));
    if (typeof error?.message !== 'string') throw new Error(`no error at the end: ${events.at(-1)}`);
  },
  'openai-responses': (text) => assertResponseStream(text),
  'anthropic-messages': (text) => assertMessageStream(text),
  gemini: (text, fails) => {
    const end = checkGeminiEvents(readGeminiSse(text));
    if ((end === 'failed') !== fails) throw new Error(`the stream ${end}`);
  },
};
