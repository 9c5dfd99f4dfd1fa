import type { ErrorCode } from '@turnpike/contract';

/** Failures that have no answer of the server behind them. */
export type LocalErrorCode = 'network.offline' | 'network.aborted' | 'passkey.not_used' | ForeignAnswerCode;

/** Answers that are not of the server, such as the page of a proxy in front of it. */
type ForeignAnswerCode =
  | 'network.method_refused'
  | 'network.too_large'
  | 'network.too_many'
  | 'network.server_failed'
  | 'network.gateway'
  | 'network.unreadable';

const foreignAnswers: Readonly<Record<number, ForeignAnswerCode>> = {
  405: 'network.method_refused',
  413: 'network.too_large',
  429: 'network.too_many',
  500: 'network.server_failed',
};

/** The meaning of an answer that is not of the server, by its status. From 502 on, a proxy got none from it. */
export const foreignAnswerCode = (status: number): ForeignAnswerCode =>
  status >= 502 ? 'network.gateway' : (foreignAnswers[status] ?? 'network.unreadable');

export interface FieldFailure {
  field: string;
  code: string;
  message?: string;
}

/** The console's one error model: every failed call ends here. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | LocalErrorCode | '';
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  readonly requestId: string;
  readonly fields: readonly FieldFailure[];

  constructor(failure: {
    code: string;
    status: number;
    message?: string | undefined;
    requestId?: string | undefined;
    fields?: readonly FieldFailure[] | undefined;
    cause?: unknown;
  }) {
    super(failure.message ?? '', { cause: failure.cause });
    this.code = failure.code as ErrorCode;
    this.status = failure.status;
    this.requestId = failure.requestId ?? '';
    this.fields = failure.fields ?? [];
  }
}

export const isAbort = (error: unknown): boolean =>
  (error instanceof ApiError && error.code === 'network.aborted') ||
  (error instanceof DOMException && error.name === 'AbortError');
