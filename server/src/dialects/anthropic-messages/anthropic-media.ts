import type { MediaNotices } from '../media-input.ts';

/** Members of blocks whose length is known. */
export const anthropicPartMembers: ReadonlySet<string> = new Set([
  ...['type', 'text', 'cache_control', 'annotations', 'logprobs', 'refusal', 'id', 'name', 'source', 'title'],
  ...['context', 'citations', 'thinking', 'signature', 'data', 'input', 'tool_use_id', 'content', 'is_error'],
  'caller',
]);

/** Documents take at most what the largest context holds, a million tokens, though 600 pages are accepted. */
const MAX_PAGES = 400;

/**
 * Blocks that hold a picture or a document, wherever they stand, and their sources. A document whose source is text
 * counts as text. Only what is there adds to the counts: a caller can name anything in the input of a tool.
 * Source: Claude API reference, "Create a Message"; Claude docs, "PDF support".
 */
export const anthropicMedia: MediaNotices = {
  notices: new Set(['type=image', 'type=document', 'type=url', 'type=file', 'media_type=application/pdf']),
  maxPages: MAX_PAGES,
  count(noticed) {
    const documents = noticed('type=document');
    const linkedDocuments = Math.min(documents, noticed('type=url') + noticed('type=file'));
    const inlinedDocuments = Math.min(documents, noticed('media_type=application/pdf'));
    return {
      images: noticed('type=image'),
      inlinedAudios: 0,
      linkedAudios: 0,
      documents: linkedDocuments + inlinedDocuments,
      inlinedDocuments,
    };
  },
};
