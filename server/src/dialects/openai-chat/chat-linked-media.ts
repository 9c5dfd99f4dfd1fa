import type { FindLinkedMedia } from '../linked-media.ts';
import { dataUrl } from '../neutral/data-url.ts';
import { listOf, objectOf, textOf } from '../neutral/json-values.ts';

/** Pictures alone may stand at an address. */
export const findChatLinkedMedia: FindLinkedMedia = (tree) =>
  listOf(objectOf(tree)?.messages)
    .flatMap((message) => listOf(objectOf(message)?.content))
    .flatMap((given) => {
      const part = objectOf(given);
      if (part?.type !== 'image_url') return [];
      const image = objectOf(part.image_url) ?? { url: part.image_url };
      return [
        {
          media: 'image',
          url: textOf(image.url),
          mimeType: '',
          inline({ mimeType, data }) {
            part.image_url = { ...image, url: dataUrl(mimeType, data) };
          },
        },
      ];
    });
