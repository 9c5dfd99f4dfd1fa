import type { MediaNotices } from '../media-input.ts';

/** Members of parts whose length is known. */
export const geminiPartMembers: ReadonlySet<string> = new Set([
  ...['text', 'thought', 'thoughtSignature', 'thought_signature', 'inlineData', 'inline_data'],
  ...['fileData', 'file_data', 'functionCall', 'function_call', 'functionResponse', 'function_response'],
]);

const IMAGES = ['png', 'jpeg', 'jpg', 'webp', 'heic', 'heif', 'gif', 'bmp', 'avif', 'tiff'];
const AUDIOS = [
  ...[
    'wav',
    'x-wav',
    'wave',
    'mp3',
    'mpeg',
    'mpga',
    'aiff',
    'x-aiff',
    'aac',
    'ogg',
    'opus',
    'flac',
    'x-flac',
  ],
  ...['mp4', 'm4a', 'x-m4a', 'webm', 'pcm', 'l16'],
];

const typesOf = (kind: string, names: readonly string[]): string[] =>
  names.flatMap((name) => [`mimeType=${kind}/${name}`, `mime_type=${kind}/${name}`]);

const imageTypes = typesOf('image', IMAGES);
const audioTypes = typesOf('audio', AUDIOS);
const INLINED = ['inlineData', 'inline_data'];
const LINKED = ['fileData', 'file_data'];
const CACHED = ['cachedContent', 'cached_content'];
/** Encrypted thinking: as long as what it stands for, and neither text nor a file. */
const SIGNATURES = ['thoughtSignature=*', 'thought_signature=*'];

/**
 * A document may have a thousand pages, and a video or sound can fill the context of a million tokens. Four media of the
 * size that other vendors accept need no more.
 */
const LONGEST = 4;

/**
 * Parts of a content that are no text. A picture or sound is known by its type; every other type, and none, is taken
 * for a document or video, and so is a cached content, whatever it holds.
 * Source: Gemini API reference, "Part"; guides "Image understanding", "Video understanding", "Audio understanding",
 * "Document understanding".
 */
export const geminiMedia: MediaNotices = {
  notices: new Set([...INLINED, ...LINKED, ...CACHED, ...SIGNATURES, ...imageTypes, ...audioTypes]),
  count(noticed) {
    const sum = (names: readonly string[]): number => names.reduce((all, name) => all + noticed(name), 0);
    const inlined = sum(INLINED);
    const linked = sum(LINKED);
    const all = inlined + linked;
    const images = Math.min(all, sum(imageTypes));
    const audios = Math.min(all - images, sum(audioTypes));
    const documents = all - images - audios;
    // Which of them stand at an address is not known: all that can.
    const linkedAudios = Math.min(audios, linked);
    const linkedDocuments = Math.min(documents, linked) + sum(CACHED);
    const inlinedDocuments = Math.min(documents, inlined);
    return {
      images,
      inlinedAudios: Math.min(audios, inlined),
      linkedAudios: linkedAudios * LONGEST,
      documents: (linkedDocuments + inlinedDocuments) * LONGEST,
      inlinedDocuments: inlinedDocuments * LONGEST,
    };
  },
};
