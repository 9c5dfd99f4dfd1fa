import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { moderation } from '../operation.ts';
import { nameModel, oneWholeAnswer, saysNothing, withoutConversation } from '../without-conversation.ts';
import { openAiErrors } from './openai-errors.ts';
import { openAiMedia } from './openai-media.ts';
import { readOpenAiUsage } from './openai-usage.ts';

const DEFAULT_MODEL = 'omni-moderation-latest';

/** `POST /v1/moderations`. Source: OpenAI API reference, "Create moderation". */
export const openAiModerations: Dialect = {
  ...withoutConversation,
  name: 'openai-moderations',
  operation: moderation,
  members: new Set(['model', 'input']),
  notices: openAiMedia.notices,
  answerMembers: { required: ['results'], all: new Set(['usage', 'results']) },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.kindOf('model') === 'absent' ? DEFAULT_MODEL : read.text('model');
    const kind = read.kindOf('input');
    read.require(kind === 'text' || kind === 'list', 'input', 'required');
    read.assertValid();
    return { ...oneWholeAnswer, model, ...estimateInput({ body, scan }, openAiMedia) };
  },

  editsOf: nameModel,
  inputTexts: { members: ['input'], numbersAreTokens: false },
  // Most vendors count no tokens for it.
  readAnswer: (member) => ({ usage: readOpenAiUsage(member('usage')), ...saysNothing }),
  smallRequest: (model) => ({ model, input: 'hi' }),
  errors: openAiErrors,
};
