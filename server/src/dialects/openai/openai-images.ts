import { NOTHING_ASKED } from '../../billing/charge.ts';
import type { Dialect, RequestFacts } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { image } from '../operation.ts';
import { PassedStream } from '../passed-stream.ts';
import { nameModel, oneWholeAnswer, withoutConversation } from '../without-conversation.ts';
import { openAiErrors } from './openai-errors.ts';
import { ImageStreamScan, imageStreamOf } from './openai-image-stream.ts';
import { nameOf, readImages, variantOf } from './openai-image-usage.ts';
import { openAiMedia } from './openai-media.ts';

/** Source: docs/reference/compatibility.md, "Relay". */
const DEFAULT_MODEL = 'dall-e-2';
/** OpenAI takes 10. */
const MAX_IMAGES = 100;
/**
 * Tokens of a picture of 1024 × 1024 pixels and of the largest one, 1024 × 1536, by quality; of a partial one.
 * Source: OpenAI, "Image generation", "Cost and latency".
 */
const TOKENS_BY_QUALITY: ReadonlyMap<string, { square: number; largest: number }> = new Map(
  Object.entries({
    low: { square: 272, largest: 408 },
    medium: { square: 1_056, largest: 1_584 },
    high: { square: 4_160, largest: 6_240 },
  }),
);
const MAX_TOKENS = 6_240;
const SQUARE = '1024x1024';
const TOKENS_A_PARTIAL_IMAGE = 100;

/** `POST /v1/images/generations`. Source: OpenAI API reference, "Create image". */
export const openAiImages: Dialect = {
  ...withoutConversation,
  name: 'openai-images',
  operation: image,
  members: new Set(['model', 'prompt', 'n', 'size', 'quality', 'stream', 'partial_images']),
  notices: openAiMedia.notices,
  answerMembers: {
    required: ['data'],
    all: new Set(['usage', 'data', 'size', 'quality']),
    notices: new Set(['b64_json', 'url']),
  },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.kindOf('model') === 'absent' ? DEFAULT_MODEL : read.text('model');
    read.require(read.kindOf('prompt') === 'text', 'prompt', 'required');
    const stream = read.flag('stream');
    const asked = {
      count: read.count('n', { min: 1, max: MAX_IMAGES }) ?? 1,
      partial: read.count('partial_images', { max: MAX_IMAGES }) ?? 0,
      size: read.value('size'),
      quality: read.value('quality'),
    };
    read.assertValid();
    return { ...imageFacts(model, asked), model, stream, ...estimateInput({ body, scan }, openAiMedia) };
  },

  editsOf: nameModel,
  inputTexts: { members: ['prompt'], numbersAreTokens: false },
  readAnswer: readImages,
  smallRequest: (model) => ({ model, prompt: 'A dot' }),
  streams: {
    pass: ({ answerCount }) =>
      new PassedStream(new ImageStreamScan('image_generation', answerCount), openAiErrors),
    ofAnswer: (answer) => imageStreamOf('image_generation', answer),
    joiner: async () => new (await import('./openai-image-joiner.ts')).ImageJoiner(),
    beat: ':\n\n',
  },
  errors: openAiErrors,
};

interface AskedImages {
  count: number;
  /** Pictures that are sent before each is finished. */
  partial: number;
  size: unknown;
  quality: unknown;
}

/** Maximum use of a request for pictures, in any form. */
export function imageFacts(
  model: string,
  { count, partial, size, quality }: AskedImages,
): Omit<RequestFacts, 'model' | 'inputTokens' | 'likelyInputTokens' | 'leastInputTokens' | 'media'> {
  const isDallE3 = model.startsWith('dall-e-3');
  const known = nameOf(quality) || (isDallE3 ? 'standard' : '');
  const tokens = TOKENS_BY_QUALITY.get(known);
  const isSquare = [SQUARE, ''].includes(nameOf(size));
  return {
    ...oneWholeAnswer,
    answerCount: count,
    maxOutputTokens: count * ((tokens?.largest ?? MAX_TOKENS) + partial * TOKENS_A_PARTIAL_IMAGE),
    ...(tokens && { pictureTokens: isSquare ? tokens.square : tokens.largest }),
    asks: { ...NOTHING_ASKED, imageOutput: true },
    units: [{ kind: 'image', variant: variantOf(size, known), count }],
  };
}
