import { createHash } from 'node:crypto';
import { type ErrorCode, isForeignPicture } from '@turnpike/contract';
import type { PictureTable } from '../../db/tables/site-tables.ts';
import { pictureTypeOf } from '../../platform/files/picture-type.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { AddressError } from '../../platform/net/guarded-fetch.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findPicture } from './picture-repository.ts';

const LIMIT_BYTES = 512 * 1024;
const TIMEOUT_MS = 10_000;

export interface NamedPicture {
  address: string;
  /** Field of the form that names it. */
  field: string;
  signal: AbortSignal;
}

/**
 * The pictures of other hosts that a change names, to be kept by `keepPictures`: those that are kept already as they
 * are, the others fetched now.
 * @throws picture.private_network, picture.unreachable, picture.too_large, picture.unreadable, naming the field
 */
export async function fetchPictures(
  deps: Pick<ModuleDeps, 'db' | 'clock' | 'guardedFetch'>,
  named: readonly NamedPicture[],
): Promise<PictureTable[]> {
  const pictures: PictureTable[] = [];
  for (const one of named) {
    if (!isForeignPicture(one.address)) continue;
    pictures.push((await findPicture(deps.db, one.address)) ?? (await fetchPicture(deps, one)));
  }
  return pictures;
}

async function fetchPicture(
  { clock, guardedFetch }: Pick<ModuleDeps, 'clock' | 'guardedFetch'>,
  { address, field, signal }: NamedPicture,
): Promise<PictureTable> {
  const fault = (code: ErrorCode, cause?: unknown) =>
    new GatewayError(code, {}, { cause, fields: [{ field, code }] });
  try {
    const { bytes } = await guardedFetch(address, { limitBytes: LIMIT_BYTES, timeoutMs: TIMEOUT_MS, signal });
    const content_type = pictureTypeOf(bytes);
    if (content_type === undefined) throw fault('picture.unreadable');
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { address, hash, content_type, fetched_time: clock.nowSeconds(), bytes };
  } catch (error) {
    if (error instanceof AddressError) throw fault(`picture.${error.fault}`, error);
    throw error;
  }
}
