import { pictureTypeOf } from '../../platform/files/picture-type.ts';
import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { Conversation, MediaPart } from './conversation.ts';
import { mediaIn } from './linked-parts.ts';

/** Characters of base64 that its type is read from. */
const MAX_HEAD = 1024;
/** Longer addresses are no vendor's. */
const MAX_ADDRESS_BYTES = 64 * 1024;

/**
 * Writes media in the form that every vendor reads. Addresses have a lower-case scheme and no surrounding blanks. Bytes
 * are base64 in the standard alphabet, and a picture's type is that of its bytes.
 * @param onCopy called with the number of bytes before they are copied
 */
export async function mendMedia(
  { turns }: Conversation,
  { texts, onCopy }: { texts: LongTexts; onCopy: (bytes: number) => void },
): Promise<void> {
  for (const part of turns.flatMap(({ parts }) => mediaIn(parts))) {
    const { source } = part;
    if (source.kind === 'url') source.url = plainAddress(source.url, texts);
    if (source.kind !== 'bytes') continue;
    source.data = await texts.plainBase64(source.data, onCopy);
    const begin = Buffer.from(texts.head(source.data, MAX_HEAD), 'base64');
    const { media, mimeType } = part;
    part.mimeType = typeOfBytes(begin, media) || (mimeType === 'image/jpg' ? 'image/jpeg' : mimeType);
  }
}

/** Source: WHATWG URL, "URL parsing": a scheme has no case, and blanks around an address are no part of it. */
function plainAddress(url: string, texts: LongTexts): string {
  const isPlain = /^[a-z][a-z\d+.-]*:\S*$/.test(texts.head(url, MAX_HEAD));
  if (isPlain || texts.bytesOf(url) > MAX_ADDRESS_BYTES) return url;
  return texts
    .full(url)
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:/i, (scheme) => scheme.toLowerCase());
}

/** Empty where the bytes do not tell it. */
export function typeOfBytes(bytes: Buffer, media: MediaPart['media']): string {
  if (media === 'image') return pictureTypeOf(bytes) ?? '';
  return media === 'file' && bytes.toString('latin1', 0, 5) === '%PDF-' ? 'application/pdf' : '';
}
