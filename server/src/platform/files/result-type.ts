/** Types of results that are passed on, by their first bytes. */
const signs: readonly { type: string; matches: (bytes: Buffer) => boolean }[] = [
  { type: 'image/png', matches: (bytes) => hasAt(bytes, 0, '\x89PNG') },
  { type: 'image/jpeg', matches: (bytes) => hasAt(bytes, 0, '\xff\xd8\xff') },
  { type: 'image/gif', matches: (bytes) => hasAt(bytes, 0, 'GIF8') },
  { type: 'image/webp', matches: (bytes) => hasAt(bytes, 0, 'RIFF') && hasAt(bytes, 8, 'WEBP') },
  { type: 'image/avif', matches: (bytes) => hasAt(bytes, 4, 'ftypavif') },
  { type: 'audio/wav', matches: (bytes) => hasAt(bytes, 0, 'RIFF') && hasAt(bytes, 8, 'WAVE') },
  { type: 'audio/mp4', matches: (bytes) => hasAt(bytes, 4, 'ftypM4A') },
  { type: 'video/quicktime', matches: (bytes) => hasAt(bytes, 4, 'ftypqt') },
  { type: 'video/mp4', matches: (bytes) => hasAt(bytes, 4, 'ftyp') },
  { type: 'video/webm', matches: (bytes) => hasAt(bytes, 0, '\x1aE\xdf\xa3') },
  { type: 'audio/mpeg', matches: (bytes) => hasAt(bytes, 0, 'ID3') || isMpegFrame(bytes) },
  { type: 'audio/ogg', matches: (bytes) => hasAt(bytes, 0, 'OggS') },
  { type: 'audio/flac', matches: (bytes) => hasAt(bytes, 0, 'fLaC') },
];

const hasAt = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.length >= at + text.length && bytes.toString('latin1', at, at + text.length) === text;

const isMpegFrame = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0 && (bytes[1] ?? 0) !== 0xff;

/** Enough bytes to know a type by. */
export const TYPE_BYTES = 12;

/** The media type of a picture, video or sound; null for anything else, such as an error in JSON. */
export const resultTypeOf = (bytes: Buffer): string | null =>
  signs.find(({ matches }) => matches(bytes))?.type ?? null;
