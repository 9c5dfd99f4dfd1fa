import type { ErrorCode } from '@turnpike/contract';

/** Failures that have no answer of the server behind them. */
export type LocalErrorCode = 'network.offline' | 'network.unreadable' | 'network.aborted';

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
