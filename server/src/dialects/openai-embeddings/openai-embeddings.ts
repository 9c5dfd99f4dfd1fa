import { NOTHING_ASKED } from '../../billing/charge.ts';
import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { openAiErrors } from '../openai/openai-errors.ts';
import { openAiMedia } from '../openai/openai-media.ts';
import { readOpenAiUsage } from '../openai/openai-usage.ts';
import { embedding } from '../operation.ts';

/** `POST /v1/embeddings`. Source: OpenAI API reference, "Create embeddings". */
export const openAiEmbeddings: Dialect = {
  name: 'openai-embeddings',
  operation: embedding,
  members: new Set(['model', 'input', 'dimensions', 'encoding_format']),
  notices: openAiMedia.notices,
  limitMembers: [],
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
      model,
      stream: false,
      framing: 'sse',
      wantsUsage: false,
      maxOutputTokens: 0,
      answerCount: 1,
      hasTools: false,
      canBeBounded: false,
      ...estimate,
      inputTokens: estimate.inputTokens + numbers,
      asks: NOTHING_ASKED,
    };
  },

  editsOf({ scan }, facts, { upstreamModel }) {
    const member = scan.found.get('model');
    return upstreamModel === facts.model || member === undefined
      ? []
      : [{ ...member, replacement: JSON.stringify(upstreamModel) }];
  },

  inputTexts: { members: ['input'], numbersAreTokens: true },

  readAnswer: (member) => ({
    usage: readOpenAiUsage(member('usage')),
    text: () => '',
    media: () => ({ audioBytes: 0, imageCount: 0 }),
  }),

  smallRequest: (model) => ({ model, input: 'hi' }),

  conversation: null,

  countAnswer: null,
  streams: null,
  errors: openAiErrors,
};
