import type { GatewayError } from '../../platform/gateway-error.ts';
import type { ErrorFormat } from '../dialect.ts';
import { readUpstreamFailure } from '../upstream-failure.ts';

function bodyOf(error: GatewayError, requestId: string): string {
  const { fields, message, entry } = error;
  const details = fields.map(({ field, code }) => `${field}: ${code}`).join(', ');
  const code = error.code === 'request.invalid' ? 'invalid_request' : (entry.openAi?.code ?? error.code);
  return JSON.stringify({
    code,
    message: `${message}${details === '' ? '' : ` (${details})`} [${requestId}]`,
    data: null,
  });
}

/** Errors as Suno-API answers them. Source: one-hub v0.14.16, `TaskError`. */
export const sunoErrors: ErrorFormat = {
  statusOf: (error) => error.entry.status,
  body: bodyOf,
  event: (error, requestId) => `data: ${bodyOf(error, requestId)}\n\n`,
  read: readUpstreamFailure,
};
