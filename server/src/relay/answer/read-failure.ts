import { errorCatalogue } from '@turnpike/contract';
import { MalformedCallError } from '../../dialects/neutral/broken-answer.ts';
import { objectOf } from '../../dialects/neutral/json-values.ts';
import type { FailureCode } from '../../dialects/stream-path.ts';
import { errorInAnswer, type UpstreamFailure } from '../../dialects/upstream-failure.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import { classifyFailure, type Form } from '../../providers/provider.ts';
import { textForCaller, textForOperator } from './vendor-text.ts';

const MAX_BYTES = 64 * 1024;
const LONGEST_WAIT_MS = 5_000;

/** Like `messages[0].content`: names without digits, so that a key does not match. */
const FIELD_NAME = /^[A-Za-z_]+(\.[A-Za-z_]+|\.\d{1,4}|\[\d{1,4}\])*$/;

export const isSuccess = ({ status }: UpstreamAnswer): boolean => status >= 200 && status <= 299;

/** Reads an upstream's error answer to its end. */
export async function readFailure(
  answer: UpstreamAnswer,
  { dialect, errorTypeHeader }: Pick<Form, 'dialect' | 'errorTypeHeader'>,
): Promise<UpstreamFailure> {
  const failure = dialect.errors.read(answer.status, await readStart(answer));
  const named = errorTypeHeader === undefined ? undefined : answer.headers[errorTypeHeader];
  if (failure.type === '' && typeof named === 'string') failure.type = named;
  return failure;
}

/**
 * Converts an upstream's failure to an error of the catalogue, with the vendor's text if the caller can
 * correct the call.
 */
export function toFailureError(
  failure: UpstreamFailure,
  answer: Pick<UpstreamAnswer, 'headers'>,
  { channel, form }: { channel: RoutingChannel; form: Form },
): GatewayError {
  const code = classifyFailure(channel.provider, form, failure);
  const parameters: Record<string, string | number> = {};
  const retryAfter = readRetryAfter(answer.headers['retry-after']) ?? toRetryAfter(failure.retryAfterSeconds);
  if (retryAfter !== null) parameters.retry_after = retryAfter;
  // A field's name helps the caller and reveals nothing about the upstream.
  if (failure.param.length <= 60 && FIELD_NAME.test(failure.param)) parameters.param = failure.param;
  const { details } = failure;
  if (details !== undefined) {
    parameters.vendor_code = details.errorCode;
    if (details.unsupported.length > 0) parameters.unsupported = details.unsupported.join(' ');
  }
  const isOfCaller = errorCatalogue[code].status < 500;
  if (isOfCaller && (failure.status === 400 || failure.status === 422) && failure.message !== '')
    parameters.detail = textForCaller(failure.message, channel);
  return new GatewayError(code, parameters, { cause: new VendorError(failure, channel) });
}

const IS_ABOUT_MODEL = /model|deployment/i;

/**
 * Converts an upstream's refusal of the model when no other channel is left: keeps its status and its cleaned
 * message. A bare 404 may come from a wrong address of the channel, so it stays an error of the channel.
 */
export function toLastError(error: unknown, channel: RoutingChannel): unknown {
  if (!(error instanceof GatewayError) || error.code !== 'upstream.model_missing') return error;
  const { cause } = error;
  if (!(cause instanceof VendorError)) return error;
  const { status, code, param, message } = cause.failure;
  if (!IS_ABOUT_MODEL.test(`${code} ${param} ${message}`) || (status !== 400 && status !== 404)) return error;
  return new GatewayError(
    status === 400 ? 'upstream.bad_request' : 'upstream.model_not_found',
    message === '' ? {} : { detail: textForCaller(message, channel) },
    { cause },
  );
}

/** An error with its wrapper, as in answers. */
const WRAPPED = /^\{\s*"error"\s*:/;

/** @param failure the error object in an answer */
export function toAnswerError(
  { failure, failureCode }: { failure: string; failureCode: FailureCode | null },
  asked: { channel: RoutingChannel; form: Form },
): GatewayError {
  if (failureCode !== null) return new GatewayError(failureCode, {}, { cause: new Error(failure) });
  const isBare = failure.startsWith('{') && !WRAPPED.test(failure);
  const read = asked.form.dialect.errors.read(0, isBare ? `{"error":${failure}}` : failure);
  return toFailureError(read, { headers: {} }, asked);
}

/** Maximum length of an error inside an answer, in characters. */
const MAX_FAILURE_LENGTH = 8_192;

/**
 * Some vendors send an error with a success status.
 * @param answer the parsed answer
 * @returns null if it contains no error
 */
export function errorOfAnswer(
  answer: unknown,
  asked: { channel: RoutingChannel; form: Form },
): GatewayError | null {
  const error = errorInAnswer(objectOf(answer) ?? {});
  if (error === null) return null;
  const failure = JSON.stringify(error).slice(0, MAX_FAILURE_LENGTH);
  return toAnswerError({ failure, failureCode: null }, asked);
}

/** Maps an error of the answer's reader: an unreadable answer is always a broken one. */
export function toBrokenAnswer(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const code = error instanceof MalformedCallError ? 'upstream.malformed_call' : 'upstream.broken_answer';
  return new GatewayError(code, {}, { cause: error });
}

/** Error answer of an upstream, for operators. */
export class VendorError extends Error {
  override readonly name = 'VendorError';
  /** As the upstream sent it; its texts are not cleaned. */
  readonly failure: UpstreamFailure;
  /** Nothing was executed. A proxy's timeout does not guarantee that. */
  readonly isRefusal: boolean;

  constructor(failure: UpstreamFailure, channel: RoutingChannel) {
    const { status, code, message } = failure;
    super(textForOperator([status, code, message].filter((part) => part !== '').join(' '), channel));
    this.failure = failure;
    this.isRefusal = status >= 400 && status <= 499 && status !== 408;
  }
}

/** Reads the start of an error's body, without waiting for a long or slow rest. */
function readStart(answer: UpstreamAnswer): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(pieces).toString('utf8'));
    };
    const stop = (): void => {
      done();
      answer.cancel();
    };
    const timer = setTimeout(stop, LONGEST_WAIT_MS);
    answer.consume({
      data(piece) {
        if (size >= MAX_BYTES) return;
        pieces.push(piece);
        size += piece.length;
        if (size >= MAX_BYTES) stop();
      },
      end: done,
      fail: done,
    });
  });
}

function readRetryAfter(value: string | string[] | undefined): number | null {
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined ? null : toRetryAfter(Number(text));
}

function toRetryAfter(seconds: number | undefined): number | null {
  return seconds !== undefined && Number.isFinite(seconds) && seconds >= 0 && seconds <= 86_400
    ? Math.ceil(seconds)
    : null;
}
