import type { ErrorFormat } from '../dialect.ts';
import { readUpstreamFailure } from '../upstream-failure.ts';

/**
 * HTTP statuses of Bedrock's errors by their names in a stream.
 * Source: Amazon Bedrock API reference, "InvokeModelWithResponseStream" and "ConverseStream", errors and exceptions.
 */
const STATUS_OF_NAMES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    accessDeniedException: 403,
    internalServerException: 500,
    modelErrorException: 424,
    modelNotReadyException: 429,
    modelStreamErrorException: 424,
    modelTimeoutException: 408,
    resourceNotFoundException: 404,
    serviceQuotaExceededException: 400,
    serviceUnavailableException: 503,
    throttlingException: 429,
    validationException: 400,
  }),
);

/** As a frame names it, and as the header of an answer does: `ThrottlingException:http://internal.amazon.com/…`. */
export function errorNameOf(text: string): string {
  const name = /^(?:.*#)?(\w*)/.exec(text)?.[1] ?? '';
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

export const statusOfErrorName = (name: string): number => STATUS_OF_NAMES.get(errorNameOf(name)) ?? 0;

/** Errors of Converse: a message, and in a stream the name as `type`. */
export const converseErrors: Pick<ErrorFormat, 'read'> = {
  read(status, body) {
    const failure = readUpstreamFailure(status, body);
    if (status === 0) failure.status = statusOfErrorName(failure.type);
    return failure;
  },
};
