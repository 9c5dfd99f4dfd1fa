import { listOf, objectOf } from '../../dialects/neutral/json-values.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import type { Adapter } from '../adapter.ts';
import { embeddingsAnswer } from '../made-embeddings.ts';

/** Models that are asked for vectors by `predict`. */
export const PREDICTED_VECTORS = /^(?:text-(?:multilingual-)?embedding-|textembedding-|gemini-embedding-001)/;

/** Source: Vertex AI reference, "Text embeddings API", checked 2026-11. */
export const vertexEmbeddings: Adapter = {
  request(asked) {
    const texts = [asked.take('input')].flat();
    // A lone list of token numbers comes apart too.
    if (!texts.every((text) => typeof text === 'string')) throw fieldError('input', 'unsupported');
    const outputDimensionality = asked.take('dimensions');
    asked.take('encoding_format');
    return {
      instances: texts.map((content) => ({ content })),
      ...(outputDimensionality !== undefined && { parameters: { outputDimensionality } }),
    };
  },

  answer({ predictions }, call) {
    const embeddings = listOf(predictions).map((one) => objectOf(objectOf(one)?.embeddings));
    const counts = embeddings.map((one) => objectOf(one?.statistics)?.token_count);
    const isCounted = counts.every((count) => typeof count === 'number');
    return embeddingsAnswer(
      embeddings.map((one) => one?.values),
      {
        ...call,
        ...(isCounted && { tokens: counts.reduce((sum: number, count) => sum + Number(count), 0) }),
      },
    );
  },
};
