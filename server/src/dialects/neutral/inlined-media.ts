import type { LongTexts } from '../../platform/long-texts.ts';
import { pictureTypeOf } from '../../platform/picture-type.ts';
import type { Conversation, MediaPart } from './conversation.ts';
import { mediaIn } from './linked-parts.ts';

/** Characters of base64 that its type is read from. */
const MAX_HEAD = 1024;

/**
 * Says the bytes of media as every vendor reads them, and what they are: some vendors refuse base64 of another alphabet
 * or in lines, and pictures of another type than they are said to be.
 * @param onCopy told of bytes before they are copied
 */
export async function mendInlinedMedia(
  { turns }: Conversation,
  { texts, onCopy }: { texts: LongTexts; onCopy: (bytes: number) => void },
): Promise<void> {
  for (const part of turns.flatMap(({ parts }) => mediaIn(parts))) {
    if (part.source.kind !== 'bytes') continue;
    const data = await texts.plainBase64(part.source.data, onCopy);
    part.source = { kind: 'bytes', data };
    const begin = Buffer.from(texts.head(data, MAX_HEAD), 'base64');
    const { media, mimeType } = part;
    part.mimeType = typeOfBytes(begin, media) || (mimeType === 'image/jpg' ? 'image/jpeg' : mimeType);
  }
}

/** Empty where the bytes do not tell it. */
export function typeOfBytes(bytes: Buffer, media: MediaPart['media']): string {
  if (media === 'image') return pictureTypeOf(bytes) ?? '';
  return media === 'file' && bytes.toString('latin1', 0, 5) === '%PDF-' ? 'application/pdf' : '';
}
