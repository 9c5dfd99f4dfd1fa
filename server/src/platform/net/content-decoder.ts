import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

/** 8 MiB, the most that this encoding may make its reader keep; without a limit it is 128. Source: RFC 9659. */
const ZSTD_WINDOW_LOG = 23;

/** Source: IANA HTTP Content Coding Registry. */
const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } })],
]);

/** A body's encoding as its header names it; null for a body that is as it is. */
export function contentEncodingOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const name = String(header).trim().toLowerCase();
  return name === '' || name === 'identity' ? null : name;
}

/** @returns null where the encoding is not known */
export const createDecoder = (encoding: string): Transform | null => decoders.get(encoding)?.() ?? null;
