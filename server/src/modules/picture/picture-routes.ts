import { PICTURE_PATH } from '@turnpike/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/store.ts';
import { setSecurityHeaders } from '../../http/security-headers.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { findServedPicture } from './picture-repository.ts';

/** An SVG that somebody opens by itself runs no script and loads nothing. */
const pictureHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=31536000, immutable',
};

const HASH = /^[0-9a-f]{64}$/;

/** Serves the kept pictures to everybody: the logo is shown before anybody signs in. */
export function registerPictures(server: FastifyInstance, { db }: { db: Db }): void {
  server.get<{ Params: { hash: string } }>(`${PICTURE_PATH}:hash`, async ({ params: { hash } }, reply) => {
    const picture = HASH.test(hash) ? await findServedPicture(db, hash) : undefined;
    if (picture === undefined) throw new GatewayError('request.not_found', { path: PICTURE_PATH + hash });
    setSecurityHeaders(reply);
    return reply.headers(pictureHeaders).type(picture.content_type).send(picture.bytes);
  });
}
