import { listOf, objectOf } from '../../dialects/neutral/json-values.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import type { Adapter, AskedMembers } from '../adapter.ts';
import { embeddingsAnswer } from '../made-embeddings.ts';

/** @throws request.invalid for lists of token numbers */
function takeTexts(asked: AskedMembers): string[] {
  const texts = [asked.take('input')].flat();
  if (!texts.every((text) => typeof text === 'string')) throw fieldError('input', 'unsupported');
  asked.take('encoding_format');
  return texts;
}

/** @throws request.invalid where a model takes one text a call and several are given */
function takeText(asked: AskedMembers): string {
  const [text, second] = takeTexts(asked);
  if (text === undefined || second !== undefined) throw fieldError('input', 'unsupported');
  return text;
}

/** Source: Amazon Bedrock user guide, "Amazon Titan Text Embeddings". */
export const titanEmbeddings: Adapter = {
  request: (asked) => ({ inputText: takeText(asked), dimensions: asked.take('dimensions') }),
  answer: ({ embedding, inputTextTokenCount }, call) =>
    embeddingsAnswer([embedding], { ...call, tokens: inputTextTokenCount }),
};

/** Source: Amazon Bedrock user guide, "Cohere Embed"; its answers have no count of tokens. */
export const cohereEmbeddings: Adapter = {
  request: (asked) => ({
    texts: takeTexts(asked),
    input_type: asked.take('input_type') ?? 'search_document',
    truncate: asked.take('truncate'),
    output_dimension: asked.take('dimensions'),
    embedding_types: ['float'],
  }),
  answer: ({ embeddings }, call) => embeddingsAnswer(objectOf(embeddings)?.float ?? embeddings, call),
};

const NOVA_DIMENSIONS = 3072;

/** Source: Amazon Nova user guide, "Embeddings"; its answers have no count of tokens. */
export const novaEmbeddings: Adapter = {
  request: (asked) => ({
    taskType: 'SINGLE_EMBEDDING',
    singleEmbeddingParams: {
      embeddingPurpose: asked.take('input_type') ?? 'GENERIC_INDEX',
      embeddingDimension: asked.take('dimensions') ?? NOVA_DIMENSIONS,
      text: { truncationMode: 'END', value: takeText(asked) },
    },
  }),
  answer: ({ embeddings }, call) => {
    const [first] = listOf(embeddings);
    return embeddingsAnswer([objectOf(first)?.embedding], call);
  },
};
