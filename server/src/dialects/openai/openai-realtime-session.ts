import { inputTokensOf } from '../../billing/usage.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import type { Json } from '../neutral/json-values.ts';
import { cleanWords } from '../neutral/vendor-words.ts';
import type {
  CallerMessage,
  Happening,
  RealtimeSessionReader,
  SessionTerms,
  VendorMessage,
  WrittenSound,
} from '../realtime/realtime-dialect.ts';
import type { RealtimeInput } from '../realtime/realtime-input.ts';
import {
  heardSeconds,
  isRealtimeInput,
  membersOf,
  type RealtimeEvent,
  readBegunResponse,
  readCallerEvent,
  readDelta,
  readEndedResponse,
  readRealtimeEvent,
  readSession,
  realtimeError,
  spokenTokens,
} from './openai-realtime-events.ts';
import { readInput, readSessionTexts } from './openai-realtime-input.ts';
import { readTranscriptionUsage, secondsUnit } from './openai-transcription-usage.ts';

const WRITTEN = 'conversation.item.input_audio_transcription.completed';
/** OpenAI counts 10 tokens a second of sound that it hears. */
const heardTokensOf = (seconds: number): number => Math.ceil(seconds * 10);

/** The events of a session of OpenAI's, either way. */
export class OpenAiRealtimeSession implements RealtimeSessionReader {
  readonly cancel = JSON.stringify({ type: 'response.cancel' });
  readonly errorMessage = realtimeError;
  readonly #terms: SessionTerms;
  #heardFormat = '';
  #spokenFormat = '';
  /** Model that writes down what is heard. */
  #writesBy: string | null = null;
  #secondsToWrite = 0;

  constructor(terms: SessionTerms) {
    this.#terms = terms;
  }

  readOpening(text: Buffer): 'open' | 'refused' | 'broken' {
    const event = readRealtimeEvent(text);
    if (event === null) return 'broken';
    return event.type === 'error' ? 'refused' : 'open';
  }

  fromCaller(text: Buffer): CallerMessage {
    const event = readCallerEvent(text);
    const { model, transcriber } = readSession(event);
    return {
      passed: this.#withUpstreamModel(event, model, text),
      ...(event.type === 'session.update' && { texts: readSessionTexts(event) }),
      ...(isRealtimeInput(event) && { input: this.#inputOf(event, text) }),
      // The own settings of a response are not repeated.
      ...(event.type === 'response.create' && { isForOneAnswer: true, asks: { askedBy: event.event_id } }),
      ...(typeof transcriber === 'string' && { writesBy: transcriber }),
    };
  }

  fromVendor(text: Buffer): VendorMessage | null {
    const event = readRealtimeEvent(text);
    if (event === null) return null;
    const happening = this.#happeningOf(event);
    const isFailed = happening?.kind === 'ended' && happening.failure !== null;
    return {
      passed: event.type === 'error' || isFailed ? this.#withoutSecrets(event) : text,
      sound: event.sound ?? null,
      happenings: happening === null ? [] : [happening],
    };
  }

  #happeningOf(event: RealtimeEvent): Happening | null {
    switch (event.type) {
      case 'session.created':
      case 'session.updated':
        return this.#noteSession(event);
      case 'error':
        return { kind: 'refused', askedBy: membersOf(event.error).event_id };
      case WRITTEN:
        return this.#noteWritten(event);
    }
    const begun = readBegunResponse(event);
    if (begun !== null) return { kind: 'begun', id: begun };
    const ended = readEndedResponse(event);
    if (ended !== null) return { kind: 'ended', ...ended };
    const id = String(event.response_id ?? '');
    const delta = id === '' ? null : readDelta(event);
    if (delta === null) return null;
    return delta.kind === 'text'
      ? { kind: 'said', id, textBytes: delta.bytes, audioTokens: 0 }
      : { kind: 'said', id, textBytes: 0, audioTokens: spokenTokens(delta.bytes, this.#spokenFormat) };
  }

  #inputOf(event: RealtimeEvent, text: Buffer): RealtimeInput {
    this.#secondsToWrite += heardSeconds(event.soundBytes, this.#heardFormat);
    return readInput(event, text, this.#heardFormat);
  }

  #noteSession(event: RealtimeEvent): Happening {
    const { transcriber, speaks, heardFormat, spokenFormat } = readSession(event);
    if (transcriber !== undefined) this.#writesBy = transcriber;
    this.#heardFormat = heardFormat ?? this.#heardFormat;
    this.#spokenFormat = spokenFormat ?? this.#spokenFormat;
    return { kind: 'session', texts: readSessionTexts(event), ...(speaks !== undefined && { speaks }) };
  }

  #noteWritten({ item_id, content_index, usage: told, transcript }: RealtimeEvent): Happening | null {
    const seconds = this.#secondsToWrite;
    this.#secondsToWrite = 0;
    if (this.#writesBy === null) return null;
    const usage = readTranscriptionUsage(told);
    const units = secondsUnit(membersOf(told).seconds) ?? [
      { kind: 'second' as const, count: Math.max(1, Math.ceil(seconds)) },
    ];
    const written: WrittenSound = {
      id: item_id === undefined ? null : `${item_id}/${content_index}`,
      model: this.#writesBy,
      usage,
      units,
      audioTokens: usage === null ? heardTokensOf(units[0]?.count ?? 0) : inputTokensOf(usage),
      textBytes: Buffer.byteLength(String(transcript ?? '')),
    };
    return { kind: 'written', ...written };
  }

  /** A session keeps the model that it was opened with, by the upstream's name for it. */
  #withUpstreamModel(event: RealtimeEvent, model: string | undefined, text: Buffer): string | Buffer {
    const { upstreamModel } = this.#terms;
    const { soundBytes: _, ...members } = event;
    if (members.session === undefined) return text;
    if (model !== undefined && model !== upstreamModel && model !== this.#terms.model)
      throw fieldError('session.model', 'unchangeable');
    // Written anew: of a member that comes twice, nobody can choose the one that was not checked.
    if (model === undefined) return JSON.stringify(members);
    return JSON.stringify({ ...members, session: { ...(members.session as object), model: upstreamModel } });
  }

  #withoutSecrets({ soundBytes: _, ...event }: RealtimeEvent): string {
    const clean = (text: string): string => this.#terms.withoutSecrets(text);
    const error = membersOf(event.error) as Json;
    // The caller's own name for what failed stays.
    cleanWords(
      error,
      Object.keys(error).filter((name) => name !== 'event_id'),
      clean,
    );
    cleanWords(membersOf(event.response) as Json, ['status_details'], clean);
    return JSON.stringify(event);
  }
}
