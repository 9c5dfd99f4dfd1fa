import { endOfString } from '../../platform/json/json-structure.ts';
import type { SseEvent } from '../../platform/net/sse-frames.ts';
import { unescapedLength } from '../escaped-text.ts';
import type { Json } from '../neutral/json-values.ts';
import type { EventFate, StreamScan } from '../passed-stream.ts';
import { bytesOf, type StreamJoiner } from '../stream-joiner.ts';
import { StreamFindings } from '../stream-path.ts';
import { readTranscriptionUsage, secondsUnit } from './openai-transcription-usage.ts';

const NO_BYTES = Buffer.alloc(0);
const DONE = 'transcript.text.done';

/** A transcription stream. Source: OpenAI API reference, "Transcription streaming". */
export class TranscriptionScan implements StreamScan {
  readonly findings = new StreamFindings();

  begins({ data }: SseEvent): boolean {
    const event = parseEvent(data);
    return event !== null && event.type !== 'error' && !event.error;
  }

  /** There are a few events a second: each is looked into. */
  skim(text: string, bytes: Buffer): boolean {
    for (const [start, end] of deltasIn(text)) this.findings.addEscaped(bytes, start, end);
    return false;
  }

  textBytesOf(text: string, bytes: Buffer): number {
    return deltasIn(text).reduce((sum, [start, end]) => sum + unescapedLength(bytes, start, end), 0);
  }

  read({ data }: SseEvent, textBytesSoFar: number): EventFate {
    const { findings } = this;
    if (data.trim() === '[DONE]') {
      findings.isEnded = true;
      return 'drop';
    }
    const event = parseEvent(data);
    if (event === null) return 'pass';
    if (event.type === 'error' || event.error) {
      findings.failure = JSON.stringify(event.error ?? event).slice(0, 2000);
      findings.isEnded = true;
      return 'drop';
    }
    if (event.type !== DONE) return 'pass';
    const usage = readTranscriptionUsage(event.usage);
    if (usage !== null) {
      findings.usage = usage;
      findings.reportedBytes = textBytesSoFar;
    }
    findings.units =
      secondsUnit((event.usage as { seconds?: unknown } | undefined)?.seconds) ?? findings.units;
    findings.isComplete = true;
    findings.isEnded = true;
    return 'keep';
  }

  end(kept: Buffer | null): Buffer {
    return kept ?? NO_BYTES;
  }
}

/** Where the pieces of text begin and end. */
function deltasIn(text: string): [start: number, end: number][] {
  return [...text.matchAll(DELTA)].map(({ 0: found, index }) => {
    const start = index + found.length;
    return [start, endOfString(text, start)];
  });
}

const DELTA = /"delta"\s*:\s*"/g;

function parseEvent(data: string): Json | null {
  try {
    return JSON.parse(data) as Json;
  } catch {
    return null;
  }
}

/** A whole answer as the stream that its caller had asked for. */
export function transcriptionStreamOf(answer: unknown): string {
  const { text, usage } = answer as { text?: unknown; usage?: unknown };
  if (typeof text !== 'string') throw new TypeError('no text');
  const events = [
    { type: 'transcript.text.delta', delta: text },
    { type: DONE, text, usage },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** The last event has the whole text. */
export class TranscriptionJoiner implements StreamJoiner {
  bytes = 0;
  #whole: object = { text: '' };

  add(event: Json): void {
    if (event.type !== DONE) return;
    const { type: _type, ...rest } = event;
    this.bytes = bytesOf(rest);
    this.#whole = rest;
  }

  whole(): object {
    return this.#whole;
  }
}
