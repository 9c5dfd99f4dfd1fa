import { countWords } from './demo-words.ts';

const EMBEDDING_SIZE = 256;

/** Vectors that depend on the text alone, so that equal texts are equally near. */
export function demoEmbeddings(request: Record<string, unknown>) {
  const inputs = Array.isArray(request.input) ? request.input : [request.input];
  const size = Math.min(Number(request.dimensions ?? EMBEDDING_SIZE), 4096);
  const promptTokens = inputs.reduce((sum: number, input) => sum + Math.max(1, countWords(String(input))), 0);
  return {
    object: 'list',
    model: String(request.model),
    data: inputs.map((input, index) => ({
      object: 'embedding',
      index,
      embedding: encode(vectorOf(String(input), size), request.encoding_format === 'base64'),
    })),
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
  };
}

function vectorOf(text: string, size: number): number[] {
  const vector = new Array<number>(size).fill(0);
  for (let i = 0; i < text.length; i += 1) {
    const place = (text.charCodeAt(i) * 31 + (text.charCodeAt(i - 1) || 7) * 17) % size;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function encode(vector: number[], asBase64: boolean): number[] | string {
  if (!asBase64) return vector;
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}
