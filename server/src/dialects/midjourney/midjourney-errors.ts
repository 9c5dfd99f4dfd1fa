import type { GatewayError } from '../../platform/gateway-error.ts';
import type { ErrorFormat } from '../dialect.ts';
import { readUpstreamFailure } from '../upstream-failure.ts';

/** Refusals of the vendor itself, which midjourney-proxy answers with status 200. */
const VENDOR_CODES: ReadonlySet<number> = new Set([3, 23, 24]);

const vendorCode = ({ parameters }: GatewayError): number | null => {
  const code = Number(parameters.vendor_code ?? 0);
  return VENDOR_CODES.has(code) ? code : null;
};

const statusOf = (error: GatewayError): number => (vendorCode(error) === null ? error.entry.status : 200);

/** Names that one-hub gives to errors. */
const NAMES: Readonly<Record<string, string>> = {
  'task.not_found': 'task_not_found',
  'task.not_ready': 'task_status_not_success',
};

const nameOfField = ({ field, code }: GatewayError['fields'][number]): string =>
  code === 'required'
    ? `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_is_required`
    : code === 'unknown_action'
      ? code
      : `${field}: ${code}`;

function bodyOf(error: GatewayError, requestId: string): object {
  const { parameters, fields, message } = error;
  const code = vendorCode(error) ?? (statusOf(error) === 429 ? 30 : 4);
  const { promptEn, bannedWord } = parameters;
  const known = NAMES[error.code] ?? (fields.length > 0 ? fields.map(nameOfField).join(', ') : undefined);
  return {
    code,
    description: known ?? parameters.detail ?? `${message} [${requestId}]`,
    result: '',
    properties: {
      ...(promptEn !== undefined && { promptEn }),
      ...(bannedWord !== undefined && { bannedWord }),
    },
  };
}

/**
 * Errors as midjourney-proxy answers them. 4 is an error of the request or of the gateway, 30 is too many requests. The
 * vendor's own are 3, no account; 23, a full queue; and 24, a banned word.
 * Sources: novicezk/midjourney-proxy, docs/api.md, section 2; one-hub v0.14.16 for 4 and 30; checked 2026-11.
 */
export const midjourneyErrors: ErrorFormat = {
  statusOf,
  body: (error, requestId) => JSON.stringify(bodyOf(error, requestId)),
  event: (error, requestId) => `data: ${JSON.stringify(bodyOf(error, requestId))}\n\n`,
  read: readUpstreamFailure,
};
