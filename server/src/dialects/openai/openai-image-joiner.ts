import type { AnswerHead } from '../neutral/answer.ts';
import type { Json } from '../neutral/json-values.ts';
import { bytesOf, type StreamJoiner } from '../stream-joiner.ts';

/** Members of an event that belong to its own picture. */
const OF_PICTURE = ['b64_json', 'url', 'revised_prompt'] as const;
const NOT_OF_ANSWER: ReadonlySet<string> = new Set([...OF_PICTURE, 'type', 'created_at']);

/** The finished pictures of a stream as one answer. Source: OpenAI API reference, "The image generation response". */
export class ImageJoiner implements StreamJoiner {
  bytes = 0;
  readonly #pictures: Json[] = [];
  #rest: Json = {};
  #createdSeconds: unknown;

  add(event: Json): void {
    // A partial picture is replaced by the finished one.
    if (typeof event.type !== 'string' || !event.type.endsWith('.completed')) return;
    this.bytes += bytesOf(event);
    const members = Object.entries(event);
    this.#pictures.push(
      Object.fromEntries(OF_PICTURE.filter((name) => name in event).map((name) => [name, event[name]])),
    );
    this.#rest = Object.fromEntries(members.filter(([name]) => !NOT_OF_ANSWER.has(name)));
    this.#createdSeconds ??= event.created_at;
  }

  whole({ createdSeconds }: AnswerHead): object {
    return { created: this.#createdSeconds ?? createdSeconds, data: this.#pictures, ...this.#rest };
  }
}
