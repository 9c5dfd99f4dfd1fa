import { noUsage, type Usage } from '../../billing/usage.ts';
import type { SseEvent } from '../../platform/net/sse-frames.ts';
import type { EventFate, StreamScan } from '../passed-stream.ts';
import { StreamFindings } from '../stream-path.ts';
import { readImageUsage, variantOf } from './openai-image-usage.ts';

/** Prefixes of the event names of a stream. */
export type ImageEvents = 'image_generation' | 'image_edit';

const NO_BYTES = Buffer.alloc(0);

/**
 * Pictures as they get finished. Source: OpenAI API reference, "Image streaming".
 */
export class ImageStreamScan implements StreamScan {
  readonly findings = new StreamFindings();
  readonly #events: ImageEvents;
  readonly #answerCount: number;
  #finished = 0;
  /** Finished pictures by size and quality. */
  readonly #counts = new Map<string, number>();

  constructor(events: ImageEvents, answerCount: number) {
    this.#events = events;
    this.#answerCount = answerCount;
    this.findings.units = [{ kind: 'image', count: 0 }];
  }

  begins({ data }: SseEvent): boolean {
    return data.startsWith('{') && !/^\{\s*"(?:type"\s*:\s*"error"|error")/.test(data.slice(0, 64));
  }

  /** A picture alone is megabytes long: only what ends one, or fails, is looked into. */
  skim(text: string): boolean {
    if (text.includes('.partial_image"')) this.findings.imageCount = Math.max(1, this.findings.imageCount);
    return !(text.includes('.completed"') || text.includes('"error"') || text.includes('[DONE]'));
  }

  // Pictures are no text.
  textBytesOf(): number {
    return 0;
  }

  read({ data }: SseEvent): EventFate {
    const { findings } = this;
    if (data.trim() === '[DONE]') {
      this.close();
      findings.isEnded = true;
      return 'drop';
    }
    const event = parseEvent(data);
    if (event === null) return 'pass';
    if (event.type === 'error' || (event.error !== undefined && event.error !== null)) {
      findings.failure = JSON.stringify(event.error ?? event).slice(0, 2000);
      findings.isEnded = true;
      return 'drop';
    }
    if (event.type !== `${this.#events}.completed`) return 'pass';
    this.#finished += 1;
    findings.imageCount = this.#finished;
    const variant = variantOf(event.size, event.quality);
    this.#counts.set(variant, (this.#counts.get(variant) ?? 0) + 1);
    findings.units = [...this.#counts].map(([name, count]) => ({ kind: 'image', variant: name, count }));
    const usage = readImageUsage(event.usage);
    if (usage !== null) findings.usage = findings.usage === null ? usage : sum(findings.usage, usage);
    findings.isComplete = this.#finished >= this.#answerCount;
    findings.isEnded = findings.isComplete;
    return 'keep';
  }

  /** A vendor may make fewer than it was asked for: what is finished is an answer. */
  close(): void {
    if (this.#finished > 0) this.findings.isComplete = true;
  }

  end(kept: Buffer | null): Buffer {
    return kept ?? NO_BYTES;
  }
}

/** Each picture has its own report. */
function sum(one: Usage, other: Usage): Usage {
  return {
    ...noUsage(),
    textInput: one.textInput + other.textInput,
    imageInput: one.imageInput + other.imageInput,
    imageOutput: one.imageOutput + other.imageOutput,
    flags: [...new Set([...one.flags, ...other.flags])],
  };
}

function parseEvent(data: string): Record<string, unknown> | null {
  try {
    return JSON.parse(data) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/**
 * A whole answer as the stream that its caller had asked for.
 * @throws where it is no answer
 */
export function imageStreamOf(events: ImageEvents, answer: unknown): string {
  const { data, usage, created, ...rest } = answer as { data: object[]; usage?: object; created?: number };
  if (!Array.isArray(data)) throw new TypeError('no pictures');
  const type = `${events}.completed`;
  return data
    .map((picture, at) => {
      // The last picture carries the usage of all.
      const told = at === data.length - 1 && usage !== undefined ? { usage } : {};
      const event = { type, ...picture, created_at: created, ...rest, ...told };
      return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}
