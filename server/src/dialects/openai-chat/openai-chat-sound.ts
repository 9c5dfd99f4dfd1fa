/** Beginnings of files of sound in base64. */
const BEGINNINGS: readonly [string, string][] = [
  ['UklGR', 'audio/wav'],
  ['SUQz', 'audio/mpeg'],
  ['//', 'audio/mpeg'],
  ['ZkxhQ', 'audio/flac'],
  ['T2dnU', 'audio/ogg'],
];
/** The media type of the sound that OpenAI streams. */
const RAW = 'audio/L16;codec=pcm;rate=24000';

/** Sound of an answer of chat, which does not say what it is. Source: OpenAI API reference, `message.audio`. */
export class ChatSound {
  /** The spoken text. */
  transcript = '';
  #type = '';

  /** @param data base64; in a stream, only its beginning shows the type */
  typeOf(data: string): string {
    this.#type ||= BEGINNINGS.find(([beginning]) => data.startsWith(beginning))?.[1] ?? RAW;
    return this.#type;
  }
}

/** Pieces of base64, each of which may be filled up by itself, as one. */
export function joinBase64(pieces: readonly string[]): string {
  const isWhole = (piece: string): boolean => piece.length % 4 === 0 && !piece.endsWith('=');
  if (pieces.slice(0, -1).every(isWhole)) return pieces.join('');
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))).toString('base64');
}
