import type { Usage } from '../../billing/usage.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import type {
  BytePlace,
  CallerMessage,
  Happening,
  RealtimeSessionReader,
  SessionTerms,
  VendorMessage,
} from '../realtime/realtime-dialect.ts';
import {
  inputOf,
  listIn,
  memberOf,
  membersOf,
  readBlob,
  readCallerMessage,
  tokensOfSound,
} from './gemini-live-messages.ts';
import { readGeminiUsage } from './gemini-usage.ts';
import { GroundedSearches } from './grounded-searches.ts';

/** Output of the model in a message. */
interface Said {
  textBytes: number;
  audioTokens: number;
}

/**
 * The messages of a session of the Live API, either way. Google gives its responses no ids: one ends with `turnComplete`,
 * or with the usage of a call of tools, and the last usage within it counts. A usage may come behind `turnComplete`, in a
 * message of its own.
 */
export class GeminiLiveSession implements RealtimeSessionReader {
  readonly cancel = null;
  readonly errorMessage = () => null;
  readonly #terms: SessionTerms;
  #responses = 0;
  /** The response that goes on; null where none does. */
  #open: string | null = null;
  #hasUsage = false;
  /** It is complete, perhaps but for its usage. */
  #isComplete = false;
  /** Something was said to the model since its last response: a usage then is for that. */
  #isAsked = false;
  #searches = new GroundedSearches();

  constructor(terms: SessionTerms) {
    this.#terms = terms;
  }

  readOpening(text: Buffer): 'open' | 'broken' {
    return parse(text)?.setupComplete === undefined ? 'broken' : 'open';
  }

  fromCaller(text: Buffer): CallerMessage {
    const { name, content } = readCallerMessage(text);
    if (name === 'setup') throw fieldError('setup', 'unchangeable');
    const isAsking =
      name === 'toolResponse' ||
      (name === 'clientContent'
        ? memberOf(content, 'turnComplete') === true
        : content.text !== undefined || memberOf(content, 'activityEnd') !== undefined);
    const blobs = name === 'clientContent' ? blobsOfTurns(content) : blobsOfRealtime(content);
    const isHeard = name !== 'realtimeInput' || blobs.length > 0 || content.text !== undefined;
    if (!isHeard && !isAsking) return { passed: text };
    this.#isAsked = true;
    return {
      passed: text,
      input: inputOf(text.length, blobs),
      ...(isAsking && { asks: { askedBy: name } }),
    };
  }

  fromVendor(text: Buffer): VendorMessage | null {
    const message = parse(text);
    if (message === null) return null;
    const happenings: Happening[] = [];
    this.#readResponse(message, happenings);
    const { newHandle } = membersOf(message.sessionResumptionUpdate);
    if (typeof newHandle === 'string' && newHandle !== '')
      happenings.push({ kind: 'resumable', handle: newHandle });
    return { passed: text, sound: placeOfSound(message, text), happenings };
  }

  #readResponse(message: Readonly<Record<string, unknown>>, happenings: Happening[]): void {
    const content = membersOf(message.serverContent);
    const { toolCall } = message;
    const said = saidIn(content, toolCall);
    // The next response begins, and no usage of this one has come.
    if (said !== null && this.#isComplete) this.#end(happenings);
    this.#searches.note({ modelVersion: this.#terms.upstreamModel, candidates: [content] });
    const usage = readLiveUsage(message.usageMetadata, this.#searches);
    if (said !== null) happenings.push({ kind: 'said', id: this.#begin(happenings), ...said });
    if (usage !== null && (this.#open !== null || this.#isAsked)) this.#noteUsage(usage, happenings);
    if (this.#open === null) return;
    this.#isComplete ||= content.turnComplete === true || (toolCall !== undefined && usage !== null);
    if (this.#isComplete && this.#hasUsage) this.#end(happenings);
  }

  #begin(happenings: Happening[]): string {
    if (this.#open === null) {
      this.#responses += 1;
      this.#open = `response ${this.#responses}`;
      happenings.push({ kind: 'begun', id: this.#open });
    }
    return this.#open;
  }

  #noteUsage(usage: Usage, happenings: Happening[]): void {
    const id = this.#begin(happenings);
    this.#hasUsage = true;
    happenings.push({ kind: 'counted', id, usage });
  }

  #end(happenings: Happening[]): void {
    if (this.#open !== null) happenings.push({ kind: 'ended', id: this.#open, usage: null, failure: null });
    this.#open = null;
    this.#hasUsage = false;
    this.#isComplete = false;
    this.#isAsked = false;
    this.#searches = new GroundedSearches();
  }
}

function parse(text: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const message: unknown = JSON.parse(text.toString('utf8'));
    return typeof message === 'object' && message !== null && !Array.isArray(message)
      ? (message as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const blobsOfTurns = (content: unknown): unknown[] =>
  listIn(membersOf(content).turns).flatMap((turn) =>
    listIn(membersOf(turn).parts).flatMap((part) => memberOf(part, 'inlineData') ?? []),
  );

const blobsOfRealtime = (content: unknown): unknown[] => {
  const { audio, video } = membersOf(content);
  return [audio, video, ...listIn(memberOf(content, 'mediaChunks'))].filter((blob) => blob !== undefined);
};

/** @returns null where the model says nothing; what it says by voice is sound, not the words of it */
function saidIn(content: Readonly<Record<string, unknown>>, toolCall: unknown): Said | null {
  const { modelTurn, outputTranscription } = content;
  if (modelTurn === undefined && toolCall === undefined && outputTranscription === undefined) return null;
  const said: Said = { textBytes: 0, audioTokens: 0 };
  if (toolCall !== undefined) said.textBytes += Buffer.byteLength(JSON.stringify(toolCall));
  for (const part of listIn(membersOf(modelTurn).parts)) {
    const { inlineData, ...rest } = membersOf(part);
    const { mimeType, base64Bytes } = readBlob(inlineData);
    said.audioTokens += tokensOfSound(base64Bytes, mimeType, 'spoken');
    if (typeof rest.text === 'string') said.textBytes += Buffer.byteLength(rest.text);
  }
  return said;
}

/** Shorter sound is as fast to search as to find. */
const MUCH_SOUND = 1024;
const SOUND_START = 64;

/** Only of the first sound of a message: Google sends one in each. */
function placeOfSound({ serverContent }: Readonly<Record<string, unknown>>, text: Buffer): BytePlace | null {
  for (const part of listIn(membersOf(membersOf(serverContent).modelTurn).parts)) {
    const { mimeType, data } = membersOf(membersOf(part).inlineData);
    if (typeof data !== 'string' || data.length < MUCH_SOUND || !/^audio\//i.test(String(mimeType))) continue;
    const start = text.indexOf(data.slice(0, SOUND_START));
    return start === -1 ? null : { start, end: start + data.length };
  }
  return null;
}

/** As Google's other usages, with other names for what is said. */
function readLiveUsage(value: unknown, searches: GroundedSearches): Usage | null {
  if (value === undefined) return null;
  const usage = membersOf(value);
  const candidatesTokenCount = usage.responseTokenCount ?? usage.candidatesTokenCount;
  const candidatesTokensDetails = usage.responseTokensDetails ?? usage.candidatesTokensDetails;
  return readGeminiUsage({ ...usage, candidatesTokenCount, candidatesTokensDetails }, searches.units);
}
