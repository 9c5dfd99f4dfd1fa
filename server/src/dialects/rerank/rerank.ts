import { noUsage, type Usage } from '../../billing/usage.ts';
import { UsageReading } from '../../billing/usage-reading.ts';
import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { openAiErrors } from '../openai/openai-errors.ts';
import { openAiMedia } from '../openai/openai-media.ts';
import { rerank } from '../operation.ts';
import { nameModel, oneWholeAnswer, saysNothing, withoutConversation } from '../without-conversation.ts';

/** Cohere counts a search for so many documents. Source: Cohere docs, "How does pricing work", "Rerank". */
const DOCUMENTS_A_SEARCH = 100;
/** Cohere takes 10 000. */
const MAX_DOCUMENTS = 100_000;

/**
 * `POST /v1/rerank`: documents by how well they answer a question, as Jina and Cohere ask and answer.
 * Sources: Jina API reference, "Reranker"; Cohere API reference, "Rerank (v2)".
 */
export const rerankDialect: Dialect = {
  ...withoutConversation,
  name: 'rerank',
  operation: rerank,
  members: new Set(['model', 'query', 'documents', 'top_n']),
  notices: openAiMedia.notices,
  countedMember: 'documents',
  answerMembers: { required: ['results'], all: new Set(['usage', 'meta', 'results']) },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    const query = read.kindOf('query');
    // Some models rank by a picture.
    read.require(query === 'text' || query === 'object', 'query', 'required');
    const documents = scan.counted.texts + scan.listedObjects;
    read.require(read.kindOf('documents') === 'list' && documents > 0, 'documents', 'required');
    read.require(scan.counted.lists + scan.counted.numbers === 0, 'documents', 'unsupported');
    read.require(documents <= MAX_DOCUMENTS, 'documents', 'too_large');
    read.count('top_n', { min: 1 });
    read.assertValid();
    return {
      ...oneWholeAnswer,
      model,
      ...estimateInput({ body, scan }, openAiMedia),
      units: [{ kind: 'search', count: Math.ceil(documents / DOCUMENTS_A_SEARCH) }],
    };
  },

  editsOf: nameModel,
  inputTexts: { members: ['query', 'documents'], numbersAreTokens: false },

  readAnswer(member) {
    const meta = objectOf(member('meta'));
    const reading = new UsageReading();
    const searches = reading.unit('search', objectOf(meta.billed_units).search_units);
    return {
      usage: readTokens(objectOf(member('usage')), objectOf(meta.tokens)),
      ...saysNothing,
      units: searches.length === 0 ? undefined : searches,
    };
  },

  smallRequest: (model) => ({ model, query: 'hi', documents: ['hi', 'no'] }),
  errors: openAiErrors,
};

/** Jina, Voyage and others name a total, some say what of it is the prompt; SiliconFlow names the input in `meta`. */
function readTokens(usage: Members, ofMeta: Members): Usage | null {
  const reading = new UsageReading();
  const tokens = reading.input(usage.total_tokens ?? usage.prompt_tokens ?? ofMeta.input_tokens);
  if (tokens === 0 && reading.flags.length === 0) return null;
  return { ...noUsage(), textInput: tokens, flags: reading.flags };
}

type Members = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
