import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { openAiErrors } from '../openai/openai-errors.ts';
import { openAiMedia } from '../openai/openai-media.ts';
import { readOpenAiUsage } from '../openai/openai-usage.ts';
import { embedding } from '../operation.ts';
import { nameModel, oneWholeAnswer, saysNothing, withoutConversation } from '../without-conversation.ts';

/** `POST /v1/embeddings`. Source: OpenAI API reference, "Create embeddings". */
export const openAiEmbeddings: Dialect = {
  ...withoutConversation,
  name: 'openai-embeddings',
  operation: embedding,
  members: new Set(['model', 'input', 'dimensions', 'encoding_format']),
  notices: openAiMedia.notices,
  answerMembers: { required: ['data'], all: new Set(['usage', 'data']) },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    const kind = read.kindOf('input');
    read.require(kind === 'text' || kind === 'list', 'input', 'required');
    read.count('dimensions', { min: 1, max: 100_000 });
    read.assertValid();
    const estimate = estimateInput({ body, scan }, openAiMedia);
    // Input may also be lists of token numbers, at least two bytes each.
    const input = scan.found.get('input');
    const inputBytes = input === undefined ? 0 : input.end - input.start;
    const numbers = scan.textBytes * 2 < inputBytes ? Math.ceil(inputBytes / 2) : 0;
    return {
      ...oneWholeAnswer,
      model,
      ...estimate,
      inputTokens: estimate.inputTokens + numbers,
      vectorEncoding: read.value('encoding_format') === 'base64' ? 'base64' : 'float',
    };
  },

  editsOf: nameModel,

  inputTexts: { members: ['input'], numbersAreTokens: true },

  readAnswer: (member) => ({ usage: readOpenAiUsage(member('usage')), ...saysNothing }),

  smallRequest: (model) => ({ model, input: 'hi' }),
  errors: openAiErrors,
};
