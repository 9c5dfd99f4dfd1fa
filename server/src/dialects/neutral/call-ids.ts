const ENCODED = /^tp_([A-Za-z0-9_-]+)$/;

/**
 * An id of a call in the alphabet of a dialect: as it is where it fits, else encoded so that it can be read back.
 * @param fits what the dialect's upstreams take
 */
export const writeCallId = (id: string, fits: RegExp): string =>
  fits.test(id) && !ENCODED.test(id) ? id : `tp_${Buffer.from(id).toString('base64url')}`;

/** The id that `writeCallId` was given. */
export function readCallId(id: string): string {
  const [, encoded] = ENCODED.exec(id) ?? [];
  return encoded === undefined ? id : Buffer.from(encoded, 'base64url').toString('utf8');
}
