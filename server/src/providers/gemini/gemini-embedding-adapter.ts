import { resourceName } from '../../dialects/gemini/gemini-model.ts';
import { objectOf } from '../../dialects/neutral/json-values.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import type { Adapter } from '../adapter.ts';
import { embeddingsAnswer } from '../made-embeddings.ts';

/**
 * OpenAI's embeddings by `batchEmbedContents`.
 * Source: Gemini API reference, "Embeddings", checked 2026-11.
 */
export const geminiEmbeddingAdapter: Adapter = {
  request(asked, { upstreamModel }) {
    const texts = [asked.take('input')].flat();
    // A lone list of token numbers comes apart too.
    if (!texts.every((text) => typeof text === 'string')) throw fieldError('input', 'unsupported');
    const outputDimensionality = asked.take('dimensions');
    asked.take('encoding_format');
    return {
      requests: texts.map((text) => ({
        model: resourceName(upstreamModel),
        content: { parts: [{ text }] },
        outputDimensionality,
      })),
    };
  },

  answer({ embeddings, usageMetadata }, call) {
    const vectors = Array.isArray(embeddings) ? embeddings.map((one) => objectOf(one)?.values) : null;
    return embeddingsAnswer(vectors, { ...call, tokens: objectOf(usageMetadata)?.promptTokenCount });
  },
};
