import { listOf, objectOf } from '../neutral/json-values.ts';

/** How an answer writes a vector: as numbers, or as base64 of 32-bit floats, the lowest byte first. */
export type VectorEncoding = 'float' | 'base64';

const FIRST_VECTOR = /"embedding"\s*:\s*(["[])/;
const FLOAT_BYTES = 4;

/**
 * @param start of the answer
 * @returns null where the first vector is not there yet, or has no such form
 */
export function encodingIn(start: string): VectorEncoding | null {
  const [, first] = FIRST_VECTOR.exec(start) ?? [];
  return first === undefined ? null : first === '"' ? 'base64' : 'float';
}

/**
 * An answer with its vectors in the encoding that was asked for. Older clients of OpenAI read numbers as base64 and make
 * wrong vectors of them, without an error.
 */
export function withEncoding(answer: Record<string, unknown>, encoding: VectorEncoding): object {
  const data = listOf(answer.data).map((one) => {
    const entry = objectOf(one);
    if (entry === null) return one;
    return {
      ...entry,
      embedding: encoding === 'base64' ? toBase64(entry.embedding) : toNumbers(entry.embedding),
    };
  });
  return { ...answer, data };
}

function toBase64(vector: unknown): unknown {
  if (!Array.isArray(vector) || !vector.every((value) => typeof value === 'number')) return vector;
  const bytes = Buffer.alloc(vector.length * FLOAT_BYTES);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * FLOAT_BYTES);
  return bytes.toString('base64');
}

function toNumbers(vector: unknown): unknown {
  if (typeof vector !== 'string') return vector;
  const bytes = Buffer.from(vector, 'base64');
  const count = Math.floor(bytes.length / FLOAT_BYTES);
  return Array.from({ length: count }, (_, at) => bytes.readFloatLE(at * FLOAT_BYTES));
}
