import { type ErrorCode, errorCatalogue } from '@turnpike/contract';
import { ApiError, foreignAnswerCode } from '../../api/api-error.ts';

interface RelayError {
  message?: string;
  code?: string | null;
  type?: string;
  /** Member of the request that is at fault. */
  param?: unknown;
}

/** The catalogue code behind an error inside a stream, which has no header to name it. */
function catalogueCodeOf({ code }: RelayError): ErrorCode | '' {
  const found = Object.entries(errorCatalogue).find(
    ([, entry]) => 'openAi' in entry && code && entry.openAi.code === code,
  );
  return (found?.[0] as ErrorCode | undefined) ?? '';
}

/** An error event of a stream that had begun. */
export const streamFailure = (error: RelayError, requestId: string): ApiError =>
  new ApiError({ code: catalogueCodeOf(error), status: 0, message: error.message, requestId });

/** Reads a refused call of the relay. */
export async function failureOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? '';
  try {
    const body = (await response.json()) as { error?: RelayError };
    const param = body.error?.param;
    return new ApiError({
      code: response.headers.get('x-error-code') ?? '',
      status: response.status,
      message: body.error?.message,
      requestId,
      ...(typeof param === 'string' && param !== '' && { fields: [{ field: param, code: '' }] }),
    });
  } catch (cause) {
    return new ApiError({
      code: foreignAnswerCode(response.status),
      status: response.status,
      requestId,
      cause,
    });
  }
}
