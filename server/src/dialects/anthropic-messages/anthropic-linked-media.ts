import type { FindLinkedMedia } from '../linked-media.ts';
import { type Json, listOf, objectOf, textOf } from '../neutral/json-values.ts';

/** A result of a tool holds blocks, one of which may be a document, which holds blocks. */
const MAX_DEPTH = 3;

export const findAnthropicLinkedMedia: FindLinkedMedia = (tree) =>
  listOf(objectOf(tree)?.messages)
    .flatMap((message) => blocksIn(objectOf(message)?.content, MAX_DEPTH))
    .flatMap((block) => {
      const source = objectOf(block.source);
      if (source?.type !== 'url' || (block.type !== 'image' && block.type !== 'document')) return [];
      return [
        {
          media: block.type === 'image' ? 'image' : 'file',
          url: textOf(source.url),
          mimeType: '',
          inline({ mimeType, data }) {
            block.source = { type: 'base64', media_type: mimeType, data };
          },
        },
      ];
    });

const blocksIn = (content: unknown, depth: number): Json[] =>
  listOf(content).flatMap((given) => {
    const block = objectOf(given);
    if (block === null) return [];
    const inner = block.content ?? objectOf(block.source)?.content;
    return [block, ...(depth > 1 ? blocksIn(inner, depth - 1) : [])];
  });
