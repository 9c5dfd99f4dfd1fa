import type { FastifyInstance } from 'fastify';
import { callerAddress } from '../../http/request-facts.ts';
import { setSecurityHeaders } from '../../http/security-headers.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { NOTIFY_PATH } from '../payment/payment-repository.ts';
import { takeCallback } from './payment-callback.ts';

/** The largest events of payment companies have some 100 KB. */
const MAX_BODY_BYTES = 256 * 1024;
const MAX_WAIT_MS = 30_000;

/**
 * The address that payment gateways call. The body is kept as it was sent, because signatures are over its bytes.
 * Source: docs/reference/payments.md, "Callbacks".
 */
export async function registerPaymentCallbacks(server: FastifyInstance, deps: ModuleDeps): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.route<{ Params: { uuid: string } }>({
      method: ['GET', 'POST'],
      url: `${NOTIFY_PATH}:uuid`,
      bodyLimit: MAX_BODY_BYTES,
      handler: async (request, reply) => {
        const [, query = ''] = /\?(.*)$/s.exec(request.raw.url ?? '') ?? [];
        const answer = await takeCallback(deps, {
          ...{ uuid: request.params.uuid, method: request.method, query, headers: request.headers },
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          ...{ ip: callerAddress(request), requestId: request.id },
          signal: AbortSignal.timeout(MAX_WAIT_MS),
        });
        setSecurityHeaders(reply);
        return reply
          .code(answer.status)
          .headers({ 'content-type': answer.contentType, 'cache-control': 'no-store' })
          .send(answer.body);
      },
    });
  });
}
