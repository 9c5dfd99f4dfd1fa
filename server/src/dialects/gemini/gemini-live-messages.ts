import { GatewayError } from '../../platform/gateway-error.ts';
import { JsonScanError } from '../../platform/json/json-scan-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { assertNamesNothing, mayNameObjects } from '../openai/object-ids.ts';
import { NO_INPUT, type RealtimeInput } from '../realtime/realtime-input.ts';
import { geminiIdMembers, isPublicFile } from './gemini-kept.ts';

type Members = Readonly<Record<string, unknown>>;

const NO_MEMBERS: Members = {};
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : NO_MEMBERS;
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Names of messages that callers send, in both spellings. */
const MESSAGES = ['setup', 'clientContent', 'realtimeInput', 'toolResponse'] as const;
export type CallerMessageName = (typeof MESSAGES)[number];

/** Google's servers take names as they are in JSON and as they are in the protocol's own files. */
const otherSpelling = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const SPELLINGS: ReadonlySet<string> = new Set(MESSAGES.flatMap((name) => [name, otherSpelling(name)]));

/**
 * A member in either spelling.
 * @throws request.duplicate_member for both: nobody knows which one the vendor follows
 */
export function memberOf(value: unknown, name: string): unknown {
  const members = membersOf(value);
  const other = otherSpelling(name);
  if (other !== name && members[name] !== undefined && members[other] !== undefined)
    throw new GatewayError('request.duplicate_member');
  return members[name] ?? members[other];
}

/**
 * A message of a caller: an object with one member, whose name says what it is.
 * @throws request.malformed_json, request.too_deep, request.duplicate_member; request.invalid for any other object;
 *   object.not_found where it names what an account keeps
 */
export function readCallerMessage(text: Buffer): { name: CallerMessageName; content: Members } {
  const scan = readableScan(text);
  const message: unknown = JSON.parse(text.toString('utf8'));
  if (mayNameObjects({ dialect: NAMING, scan })) assertNamesNothing(message, { dialect: NAMING, scan });
  const found = Object.keys(membersOf(message));
  const name = MESSAGES.find((one) => found[0] === one || found[0] === otherSpelling(one));
  if (name === undefined || found.length !== 1) {
    const fields = [{ field: found.at(name === undefined ? 0 : 1) ?? 'setup', code: 'not_supported' }];
    throw new GatewayError('request.invalid', {}, { fields });
  }
  return { name, content: membersOf(memberOf(message, name)) };
}

/** Ids of what an account keeps, as in calls without a session. */
const NAMING = { idMembers: geminiIdMembers, isPublicId: isPublicFile };
const NOTICES = new Set(geminiIdMembers);

function readableScan(text: Buffer): JsonScanner {
  try {
    const scan = new JsonScanner({ members: SPELLINGS, notices: NOTICES });
    scan.feed(text);
    scan.end();
    return scan;
  } catch (error) {
    if (!(error instanceof JsonScanError)) throw error;
    const code = error.fault === 'malformed' ? 'request.malformed_json' : `request.${error.fault}`;
    throw new GatewayError(code as 'request.malformed_json', {}, { cause: error });
  }
}

/** Sound that is heard and said has so many tokens a second. Source: Gemini API guide "Live API capabilities". */
const TOKENS_A_SECOND = 25;
const HEARD_RATE = 16_000;
const SPOKEN_RATE = 24_000;
const [LOWEST_RATE, HIGHEST_RATE] = [8_000, 48_000];
/** Base64 of a second of compressed sound, at 64 kbit/s. */
const COMPRESSED_BYTES_A_SECOND = 10_667;

/** @param mimeType as `audio/pcm;rate=16000`: samples of 16 bits */
export function tokensOfSound(base64Bytes: number, mimeType: string, side: 'heard' | 'spoken'): number {
  const told = Number(/rate=(\d+)/.exec(mimeType)?.[1] ?? (side === 'heard' ? HEARD_RATE : SPOKEN_RATE));
  const rate = Math.min(HIGHEST_RATE, Math.max(LOWEST_RATE, told));
  const isCompressed = mimeType !== '' && !/pcm|l16|wav/i.test(mimeType);
  const bytesASecond = isCompressed ? COMPRESSED_BYTES_A_SECOND : (rate * 2 * 4) / 3;
  return Math.ceil((base64Bytes / bytesASecond) * TOKENS_A_SECOND);
}

/** Tokens of a picture or a video frame at the default resolution of a session. Source: as above, and "Media resolution". */
const PICTURE_TOKENS = 258;

/** Bytes as JSON has them: `{"mimeType", "data"}`. */
export function readBlob(value: unknown): { mimeType: string; base64Bytes: number } {
  const mimeType = memberOf(value, 'mimeType');
  const { data } = membersOf(value);
  return {
    mimeType: typeof mimeType === 'string' ? mimeType : '',
    base64Bytes: typeof data === 'string' ? data.length : 0,
  };
}

/**
 * Input of a message: text, except for the sound and the pictures in it.
 * @param bytes of the message @param blobs sound and pictures in it
 */
export function inputOf(bytes: number, blobs: readonly unknown[]): RealtimeInput {
  let [textBytes, textTokens, audioTokens] = [bytes, 0, 0];
  for (const blob of blobs) {
    const { mimeType, base64Bytes } = readBlob(blob);
    const isPicture = /^(?:image|video)\//i.test(mimeType);
    if (!isPicture && !/^audio\//i.test(mimeType)) continue;
    textBytes -= base64Bytes;
    if (isPicture) textTokens += PICTURE_TOKENS;
    else audioTokens += tokensOfSound(base64Bytes, mimeType, 'heard');
  }
  return { ...NO_INPUT, textBytes: Math.max(0, textBytes), textTokens, audioTokens };
}
