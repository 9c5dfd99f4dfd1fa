import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { listOf } from '../neutral/json-values.ts';
import { variantOf } from '../openai/openai-image-usage.ts';
import { imageFacts } from '../openai/openai-images.ts';
import { image } from '../operation.ts';
import { saysNothing, withoutConversation } from '../without-conversation.ts';
import { geminiErrors } from './gemini-errors.ts';
import { geminiMedia } from './gemini-media.ts';
import { readModel } from './gemini-model.ts';

/** Google takes 4, and makes as many where none is named. */
const MAX_IMAGES = 100;
const DEFAULT_IMAGES = 4;
const PARAMETERS: ReadonlySet<string> = new Set(['sampleCount', 'sample_count']);
const PICTURE = 'bytesBase64Encoded';

/** `predict` of Imagen, one prompt at a time. Source: Gemini API, "Generate images using Imagen", checked 2026-11. */
export const geminiImages: Dialect = {
  ...withoutConversation,
  name: 'gemini-images',
  operation: image,
  members: new Set(['model', 'instances', 'parameters']),
  notices: geminiMedia.notices,
  answerMembers: {
    required: ['predictions'],
    all: new Set(['predictions']),
    notices: new Set([PICTURE]),
  },

  readFacts(request) {
    const { body, scan } = request;
    const read = new MemberReader(body, scan);
    const model = readModel(read, request.address);
    const isList = read.kindOf('instances') === 'list';
    read.require(isList, 'instances', 'required');
    const instances = isList ? listOf(read.value('instances')) : [];
    read.require(!isList || instances.length === 1, 'instances', 'out_of_range');
    const parameters = read.inside('parameters', PARAMETERS);
    const named = parameters.oneOf(...PARAMETERS) ?? 'sampleCount';
    const count = parameters.count(named, { min: 1, max: MAX_IMAGES }) ?? DEFAULT_IMAGES;
    read.assertValid();
    const asked = { count, partial: 0, size: undefined, quality: undefined };
    return { ...imageFacts(model, asked), model, ...estimateInput({ body, scan }, geminiMedia) };
  },

  editsOf: () => [],
  inputTexts: { members: ['instances'], numbersAreTokens: false },
  /** A filtered picture is reported without its data. */
  readAnswer(member, _body, noticed) {
    const shown = (one: unknown): boolean => (one as { [PICTURE]?: unknown } | null)?.[PICTURE] !== undefined;
    const count =
      noticed === undefined ? listOf(member('predictions')).filter(shown).length : noticed(PICTURE);
    return {
      ...{ usage: null, ...saysNothing },
      media: () => ({ audioBytes: 0, imageCount: count }),
      units: [{ kind: 'image', variant: variantOf(undefined, undefined), count }],
    };
  },
  smallRequest: () => ({ instances: [{ prompt: 'A dot' }], parameters: { sampleCount: 1 } }),
  errors: geminiErrors,
};
