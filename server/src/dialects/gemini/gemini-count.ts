import { NOTHING_ASKED } from '../../billing/charge.ts';
import type { Edit } from '../../platform/json/splice.ts';
import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { count } from '../operation.ts';
import { gemini } from './gemini.ts';
import { geminiMedia } from './gemini-media.ts';
import { isSame, readModel, resourceName } from './gemini-model.ts';

/** A whole request in place of its contents. */
const WHOLE_REQUEST = 'generateContentRequest';
const INNER_MEMBERS = new Set(['model', 'contents', 'tools']);

/** `models/{model}:countTokens`. Source: Gemini API reference, "Counting tokens". */
export const geminiCount: Dialect = {
  ...gemini,
  name: 'gemini-count',
  operation: count,
  members: new Set(['model', 'contents', WHOLE_REQUEST]),
  answerMembers: { required: [], all: new Set() },

  readFacts({ address, body, scan }) {
    const read = new MemberReader(body, scan);
    const model = readModel(read, address);
    const inner = read.inside(WHOLE_REQUEST, INNER_MEMBERS);
    const named = inner.value('model');
    inner.require(named === undefined || isSame(named, model), 'model', 'differs_from_address');
    const kinds = [read, inner].map((one) => one.kindOf('contents'));
    read.require(
      kinds.some((kind) => kind === 'list' || kind === 'object'),
      'contents',
      'required',
    );
    read.assertValid();
    return {
      model,
      ...{ stream: false, framing: 'sse', wantsUsage: false, maxOutputTokens: 0, answerCount: 1 },
      hasTools: inner.kindOf('tools') === 'list',
      canBeBounded: false,
      ...estimateInput({ body, scan }, geminiMedia, { namesAreInput: true }),
      asks: NOTHING_ASKED,
    };
  },

  editsOf({ body, scan }, facts, { upstreamModel }) {
    if (upstreamModel === facts.model) return [];
    const read = new MemberReader(body, scan);
    const outer = read.place(WHOLE_REQUEST);
    const inner = read.inside(WHOLE_REQUEST, INNER_MEMBERS).place('model');
    const places = [read.place('model'), inner && outer && moved(inner, outer.start)];
    const replacement = JSON.stringify(resourceName(upstreamModel));
    const edits: Edit[] = [];
    for (const place of places) if (place) edits.push({ ...place, replacement });
    return edits;
  },

  inputTexts: { ...gemini.inputTexts, members: [...gemini.inputTexts.members, WHOLE_REQUEST] },
  conversation: null,
  countConversion: {
    conversation: async () => (await import('./gemini-conversation.ts')).geminiConversation,
    counted: (tree) => tree[WHOLE_REQUEST] ?? tree,
    asked: (tree, upstreamModel) => ({ [WHOLE_REQUEST]: { model: resourceName(upstreamModel), ...tree } }),
    tokensIn: ({ totalTokens }) => totalTokens,
  },
  countAnswer: (totalTokens) => ({
    totalTokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }],
  }),
  streams: null,
};

const moved = ({ start, end }: { start: number; end: number }, by: number) => ({
  start: start + by,
  end: end + by,
});
