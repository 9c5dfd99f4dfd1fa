import type { FindLinkedMedia, LinkedMedia } from '../linked-media.ts';
import { dataUrl } from '../neutral/data-url.ts';
import { usualFileName } from '../neutral/file-names.ts';
import { type Json, listOf, objectOf, textOf } from '../neutral/json-values.ts';

/** In messages, and in what tools gave back. */
export const findResponsesLinkedMedia: FindLinkedMedia = (tree) =>
  listOf(objectOf(tree)?.input)
    .flatMap((item) => [...listOf(objectOf(item)?.content), ...listOf(objectOf(item)?.output)])
    .flatMap((given) => {
      const part = objectOf(given);
      if (part?.type === 'input_image') return [linkedImage(part)];
      return part?.type === 'input_file' ? [linkedFile(part)] : [];
    });

const linkedImage = (part: Json): LinkedMedia => ({
  media: 'image',
  url: textOf(part.image_url),
  mimeType: '',
  inline({ mimeType, data }) {
    part.image_url = dataUrl(mimeType, data);
  },
});

const linkedFile = (part: Json): LinkedMedia => ({
  media: 'file',
  url: textOf(part.file_url),
  mimeType: '',
  inline({ mimeType, name, data }) {
    delete part.file_url;
    part.filename ??= name || usualFileName(mimeType);
    part.file_data = dataUrl(mimeType, data);
  },
});
