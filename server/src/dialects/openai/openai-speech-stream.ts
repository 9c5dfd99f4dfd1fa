import { noUsage, type Usage } from '../../billing/usage.ts';
import { UsageReading } from '../../billing/usage-reading.ts';
import type { SseEvent } from '../../platform/net/sse-frames.ts';
import { type Json, objectOf, parseObject } from '../neutral/json-values.ts';
import type { EventFate, StreamScan } from '../passed-stream.ts';
import { StreamFindings } from '../stream-path.ts';

const NO_BYTES = Buffer.alloc(0);
const DONE = 'speech.audio.done';
const AUDIO = /"audio"\s*:\s*"([^"]*)"/g;
/** MP3 at 128 kbit/s has more tokens in a byte than the sound that other answers hold, by about this factor. */
const SPEECH_FACTOR = 1.5;

/** Sound in events. Source: OpenAI API reference, "Create speech", `stream_format: "sse"`. */
export class SpeechScan implements StreamScan {
  readonly findings = new StreamFindings();

  begins({ data }: SseEvent): boolean {
    const event = parseObject(data);
    return event !== null && event.type !== 'error' && !event.error;
  }

  /** There are a few events a second: each is looked into. */
  skim(text: string): boolean {
    for (const [, audio = ''] of text.matchAll(AUDIO))
      this.findings.audioBytes += Math.ceil(audio.length * SPEECH_FACTOR);
    return false;
  }

  textBytesOf(): number {
    return 0;
  }

  read({ data }: SseEvent): EventFate {
    const { findings } = this;
    const event = parseObject(data.trim());
    if (event === null) return 'pass';
    if (event.type === 'error' || event.error) {
      findings.failure = JSON.stringify(event.error ?? event).slice(0, 2000);
      findings.isEnded = true;
      return 'drop';
    }
    if (event.type !== DONE) return 'pass';
    findings.usage = readSpeechUsage(objectOf(event.usage));
    findings.isComplete = true;
    findings.isEnded = true;
    return 'keep';
  }

  end(kept: Buffer | null): Buffer {
    return kept ?? NO_BYTES;
  }
}

/** @returns null where the vendor counts none */
function readSpeechUsage(told: Json | null): Usage | null {
  if (told === null) return null;
  const reading = new UsageReading();
  const textInput = reading.input(told.input_tokens);
  const audioOutput = reading.output(told.output_tokens);
  if (textInput === 0 && audioOutput === 0 && reading.flags.length === 0) return null;
  return { ...noUsage(), textInput, audioOutput, flags: reading.flags };
}
