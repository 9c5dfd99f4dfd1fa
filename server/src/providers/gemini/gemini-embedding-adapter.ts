import { resourceName } from '../../dialects/gemini/gemini-model.ts';
import { listOf, objectOf } from '../../dialects/neutral/json-values.ts';
import { fieldError } from '../../platform/gateway-error.ts';
import type { Adapter } from '../adapter.ts';

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

  answer(answer, { upstreamModel, asked }) {
    if (!Array.isArray(answer.embeddings)) throw new TypeError('no embeddings');
    const isBase64 = asked.encoding_format === 'base64';
    const tokens = objectOf(answer.usageMetadata)?.promptTokenCount;
    return {
      object: 'list',
      data: answer.embeddings.map((each, index) => {
        const values = listOf(objectOf(each)?.values) as number[];
        return { object: 'embedding', index, embedding: isBase64 ? toBase64(values) : values };
      }),
      model: upstreamModel,
      ...(tokens !== undefined && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
    };
  },
};

/** As OpenAI packs them: numbers of four bytes, the lowest first. */
function toBase64(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes.toString('base64');
}
