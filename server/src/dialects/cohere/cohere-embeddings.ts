import { noUsage, type Usage } from '../../billing/usage.ts';
import { UsageReading } from '../../billing/usage-reading.ts';
import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { type Json, objectOf } from '../neutral/json-values.ts';
import { openAiErrors } from '../openai/openai-errors.ts';
import { openAiMedia } from '../openai/openai-media.ts';
import { embedding } from '../operation.ts';
import { nameModel, oneWholeAnswer, saysNothing, withoutConversation } from '../without-conversation.ts';

const INPUTS = ['texts', 'images', 'inputs'] as const;

/** `POST /v2/embed`. Source: Cohere API reference, "Embed API (v2)". */
export const cohereEmbeddings: Dialect = {
  ...withoutConversation,
  name: 'cohere-embeddings',
  operation: embedding,
  members: new Set(['model', 'output_dimension', ...INPUTS]),
  notices: openAiMedia.notices,
  answerMembers: { required: [], instead: ['embeddings'], all: new Set(['meta', 'embeddings']) },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    read.require(
      INPUTS.some((name) => read.kindOf(name) === 'list'),
      'texts',
      'required',
    );
    read.count('output_dimension', { min: 1, max: 100_000 });
    read.assertValid();
    return { ...oneWholeAnswer, model, ...estimateInput({ body, scan }, openAiMedia) };
  },

  editsOf: nameModel,
  inputTexts: { members: INPUTS, numbersAreTokens: false },
  readAnswer: (member) => ({ usage: readBilled(objectOf(member('meta'))), ...saysNothing }),
  smallRequest: (model) => ({
    ...{ model, texts: ['hi'], input_type: 'search_query', embedding_types: ['float'] },
  }),
  errors: openAiErrors,
};

/** Pictures have tokens of their own. */
function readBilled(meta: Json | null): Usage | null {
  const billed = objectOf(meta?.billed_units);
  const reading = new UsageReading();
  const textInput = reading.input(billed?.input_tokens);
  const imageInput = reading.detail(billed?.image_tokens);
  if (textInput + imageInput === 0 && reading.flags.length === 0) return null;
  return { ...noUsage(), textInput, imageInput, flags: reading.flags };
}
