import type { GatewayError } from '../../platform/gateway-error.ts';
import type { ErrorFormat } from '../dialect.ts';
import { readUpstreamFailure } from '../upstream-failure.ts';

/** Errors as OpenAI's APIs tell them. Source: docs/reference/errors.md; OpenAI guides, "Error codes". */
export const openAiErrors: ErrorFormat = {
  statusOf: (error) => error.entry.openAi?.status ?? error.entry.status,
  body: (error, requestId) => JSON.stringify({ error: errorObject(error, requestId) }),
  event: (error, requestId) => `data: ${JSON.stringify({ error: errorObject(error, requestId) })}\n\n`,
  read: readUpstreamFailure,
};

/** The error object of answers and events. */
export function errorObject(error: GatewayError, requestId: string) {
  const { message } = error;
  const { openAi } = error.entry;
  const field = error.fields[0]?.field ?? error.parameters.param ?? null;
  const details = error.fields.map(({ field: name, code }) => `${name}: ${code}`).join(', ');
  return {
    message: `${message}${details === '' ? '' : ` (${details})`} [${requestId}]`,
    type: openAi?.type ?? (error.entry.status < 500 ? 'invalid_request_error' : 'server_error'),
    param: field,
    code: openAi === undefined ? error.code : openAi.code,
  };
}
