import type { LinkedMedia } from '../linked-media.ts';
import type { Conversation, LinkedPart, MediaPart, Part } from './conversation.ts';

/** @param isWanted says which of those that stand at an address */
export const linkedPartsOf = (
  { turns }: Conversation,
  isWanted: (part: LinkedPart) => boolean,
): LinkedMedia[] =>
  turns
    .flatMap(({ parts }) => mediaIn(parts))
    .filter((part) => part.source.kind === 'url' && isWanted(part as LinkedPart))
    .map(toLinkedMedia);

export const mediaIn = (parts: readonly Part[]): MediaPart[] =>
  parts.flatMap((part) => {
    if (part.kind === 'media') return [part];
    return part.kind === 'result' ? mediaIn(part.parts) : [];
  });

const toLinkedMedia = (part: MediaPart): LinkedMedia => ({
  media: part.media,
  url: (part as LinkedPart).source.url,
  mimeType: part.mimeType,
  inline({ mimeType, name, data }) {
    part.source = { kind: 'bytes', data };
    part.mimeType = mimeType;
    if (part.media === 'file') part.name ||= name;
  },
});
