import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

/** Source: IANA HTTP Content Coding Registry. */
const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/** A body's encoding as its header names it; null for a body that is as it is. */
export function contentEncodingOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const name = String(header).trim().toLowerCase();
  return name === '' || name === 'identity' ? null : name;
}

/** @returns null where the encoding is not known */
export const createDecoder = (encoding: string): Transform | null => decoders.get(encoding)?.() ?? null;
