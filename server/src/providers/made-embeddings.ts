import type { Json } from '../dialects/neutral/json-values.ts';
import type { AdaptedCall } from './adapter.ts';

/**
 * Vectors of a vendor, as OpenAI answers.
 * @param tokens of the input; undefined where the vendor counts none
 * @throws where they are none
 */
export function embeddingsAnswer(
  vectors: unknown,
  { upstreamModel, asked, tokens }: Pick<AdaptedCall, 'upstreamModel'> & { asked: Json; tokens?: unknown },
): Json {
  if (!Array.isArray(vectors) || !vectors.every(Array.isArray)) throw new TypeError('no embeddings');
  const isBase64 = asked.encoding_format === 'base64';
  return {
    object: 'list',
    data: vectors.map((values, index) => ({
      ...{ object: 'embedding', index },
      embedding: isBase64 ? toBase64(values as number[]) : values,
    })),
    model: upstreamModel,
    ...(tokens !== undefined && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  };
}

/** As OpenAI packs them: numbers of four bytes, the lowest first. */
function toBase64(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes.toString('base64');
}
