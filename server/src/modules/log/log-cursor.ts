import { fieldError } from '../../platform/gateway-error.ts';

/** Place of a row in a list by time: where the next page begins after. */
export interface LogPlace {
  created_at: number;
  id: number;
}

export const toCursor = ({ created_at, id }: LogPlace): string =>
  Buffer.from(`${created_at}.${id}`).toString('base64url');

/** @throws request.invalid naming the field `cursor` */
export function parseCursor(cursor: string): LogPlace {
  const match = /^(\d{1,12})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null) throw fieldError('cursor', 'invalid_format');
  return { created_at: Number(match[1]), id: Number(match[2]) };
}
