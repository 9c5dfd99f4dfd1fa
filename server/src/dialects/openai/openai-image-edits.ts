import type { AttachedFile, Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import type { MediaInput } from '../media-input.ts';
import { MemberReader } from '../member-reader.ts';
import { imageEdit, imageVariation, type Operation } from '../operation.ts';
import { PassedStream } from '../passed-stream.ts';
import { openAiErrors } from './openai-errors.ts';
import { ImageStreamScan, imageStreamOf } from './openai-image-stream.ts';
import { imageFacts, openAiImages } from './openai-images.ts';
import { openAiMedia } from './openai-media.ts';

const DEFAULT_MODEL = 'dall-e-2';
const MAX_IMAGES = 100;
/** See `readMedia`. */
const MAX_TOKENS_A_PICTURE = 16_384;
const LIKELY_TOKENS_A_PICTURE = 1_000;
const MIN_TOKENS_A_PICTURE = 85;

/** `POST /v1/images/edits`. Source: OpenAI API reference, "Create image edit". */
export const openAiImageEdits: Dialect = madeFrom('openai-image-edits', imageEdit);

/** `POST /v1/images/variations`. Source: OpenAI API reference, "Create image variation". */
export const openAiImageVariations: Dialect = madeFrom('openai-image-variations', imageVariation);

function madeFrom(name: 'openai-image-edits' | 'openai-image-variations', operation: Operation): Dialect {
  return {
    ...openAiImages,
    name,
    operation,

    readFacts({ body, scan, files = [] }) {
      const read = new MemberReader(body, scan);
      const model = read.kindOf('model') === 'absent' ? DEFAULT_MODEL : read.text('model');
      if (operation === imageEdit) read.require(read.kindOf('prompt') === 'text', 'prompt', 'required');
      const asked = {
        count: countIn(read, 'n', { min: 1, fallback: 1 }),
        partial: countIn(read, 'partial_images', { min: 0, fallback: 0 }),
        size: read.value('size'),
        quality: read.value('quality'),
      };
      const stream = ['true', '1'].includes(String(read.value('stream')).toLowerCase());
      read.assertValid();
      const estimate = estimateInput({ body, scan }, openAiMedia);
      return {
        ...imageFacts(model, asked),
        model,
        stream,
        ...estimate,
        media: files.length === 0 ? estimate.media : mediaOf(files),
      };
    },

    streams: {
      pass: ({ answerCount }) =>
        new PassedStream(new ImageStreamScan('image_edit', answerCount), openAiErrors),
      ofAnswer: (answer) => imageStreamOf('image_edit', answer),
      joiner: async () => new (await import('./openai-image-joiner.ts')).ImageJoiner(),
      beat: ':\n\n',
    },
  };
}

/** Forms have texts only. */
function countIn(
  read: MemberReader,
  name: string,
  { min, fallback }: { min: number; fallback: number },
): number {
  const value = read.value(name);
  if (typeof value !== 'string') return read.count(name, { min, max: MAX_IMAGES }) ?? fallback;
  const count = Number(value);
  read.require(/^\d{1,4}$/.test(value) && count >= min && count <= MAX_IMAGES, name, 'out_of_range');
  return count;
}

const mediaOf = ({ length }: readonly AttachedFile[]): MediaInput => ({
  // Counted here: of a form nothing more is known of them.
  imageCount: 0,
  documentTokens: length * MAX_TOKENS_A_PICTURE,
  likelyImageTokens: length * LIKELY_TOKENS_A_PICTURE,
  leastImageTokens: length * MIN_TOKENS_A_PICTURE,
  audioTokens: 0,
  likelyAudioTokens: 0,
  leastAudioTokens: 0,
});
