import { type ErrorCode, errorCatalogue } from '@turnpike/contract';
import { ApiError } from '../../api/api-error.ts';

interface RelayError {
  message?: string;
  code?: string | null;
  type?: string;
}

/** The catalogue code behind an error of OpenAI's shape, so that the reader meets it in their language. */
export function catalogueCodeOf(error: RelayError, status: number): ErrorCode | '' {
  for (const [code, entry] of Object.entries(errorCatalogue)) {
    const openAi = 'openAi' in entry ? (entry.openAi as { status?: number; code: string | null }) : undefined;
    if (
      openAi?.code &&
      openAi.code === error.code &&
      (status === 0 || (openAi.status ?? entry.status) === status)
    ) {
      return code as ErrorCode;
    }
  }
  return '';
}

export const toApiError = (error: RelayError, status: number, requestId: string): ApiError =>
  new ApiError({ code: catalogueCodeOf(error, status), status, message: error.message, requestId });

/** Reads a refused call of the relay. */
export async function failureOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? '';
  try {
    const body = (await response.json()) as { error?: RelayError };
    return toApiError(body.error ?? {}, response.status, requestId);
  } catch (cause) {
    return new ApiError({ code: 'network.unreadable', status: response.status, requestId, cause });
  }
}
