/** An upstream's error answer, as far as it can be trusted to be read. */
export interface UpstreamFailure {
  status: number;
  /** Text members of the error object; empty where absent. */
  code: string;
  type: string;
  message: string;
  param: string;
  /** When to try again, where the body says it. */
  retryAfterSeconds?: number;
  /** Anthropic's kind of the error; absent where it names none. */
  details?: { errorCode: string; unsupported: readonly string[] };
}

/** As OpenAI and others say how long to wait. */
const WAIT = /\b(?:try again|retry) in (\d{1,6}(?:\.\d{1,6})?) ?(ms|s|m|seconds?|minutes?)\b/i;

function waitIn(message: string): number | undefined {
  const [, count, unit = ''] = WAIT.exec(message) ?? [];
  if (count === undefined) return undefined;
  return Number(count) * (unit === 'ms' ? 0.001 : unit.startsWith('m') ? 60 : 1);
}

const WORD = /^[a-z][a-z_]{0,63}$/;
const MAX_UNSUPPORTED = 16;

/** Source: Claude API reference, "Errors", `error.details`. */
function detailsIn(value: unknown): UpstreamFailure['details'] {
  const { error_code, unsupported } = (value ?? {}) as Record<string, unknown>;
  if (!isWord(error_code)) return undefined;
  const named = Array.isArray(unsupported) ? unsupported.filter(isWord).slice(0, MAX_UNSUPPORTED) : [];
  return { errorCode: error_code, unsupported: named };
}

const isWord = (value: unknown): value is string => typeof value === 'string' && WORD.test(value);

/** A vendor's text behind this says nothing new. */
const MAX_MEMBER_LENGTH = 8_192;

/** HTTP statuses of OpenAI's error codes. Source: OpenAI guides, "Error codes". */
const statusOfCodes: ReadonlyMap<string, number> = new Map([
  ['context_length_exceeded', 400],
  ['invalid_prompt', 400],
  ['insufficient_quota', 429],
  ['rate_limit_exceeded', 429],
  ['invalid_api_key', 401],
  ['account_deactivated', 401],
  ['billing_not_active', 429],
  ['billing_hard_limit_reached', 402],
  ['model_not_found', 404],
  // Groq's, of a call that the model wrote wrongly.
  ['tool_use_failed', 400],
]);

/** Some vendors say the status as the code. */
export const statusInCode = (code: unknown): number => (/^[45]\d\d$/.test(String(code)) ? Number(code) : 0);

/** MiniMax's codes as statuses. Source: MiniMax API documents, "Error codes", checked 2026-11. */
const statusOfMiniMax: ReadonlyMap<unknown, number> = new Map([
  ...[1002, 1039, 2056].map((code) => [code, 429] as const),
  ...[1004, 2049].map((code) => [code, 401] as const),
  ...[1026, 1027, 2013].map((code) => [code, 400] as const),
  [1001, 504],
  [1008, 402],
]);

/**
 * The error in an answer with a status of success, as `{"error": …}`, `{"object": "error", …}` or MiniMax's `base_resp`.
 * @returns null where it says none
 */
export function errorInAnswer(answer: Readonly<Record<string, unknown>>): unknown {
  const { error, object, base_resp } = answer;
  if (error !== undefined && error !== null && error !== '' && error !== false) return error;
  if (object === 'error') return answer;
  const { status_code, status_msg } = (base_resp ?? {}) as Record<string, unknown>;
  if (typeof status_code !== 'number' || status_code === 0) return null;
  return {
    code: String(statusOfMiniMax.get(status_code) ?? 500),
    message: `${status_code} ${status_msg ?? ''}`,
  };
}

/** The words of the vendor behind the vendor. Source: OpenRouter docs, "Errors and debugging", provider errors. */
function causeIn(metadata: unknown): string {
  const { raw } = (metadata ?? {}) as { raw?: unknown };
  return typeof raw === 'string' && raw !== '' ? `: ${raw.slice(0, MAX_MEMBER_LENGTH)}` : '';
}

/**
 * Reads an error object as most vendors write it: `{"error": {…}}`, or its members alone; Jina and Voyage write
 * `{"detail": …}`.
 * @param status 0 for an error inside of an answer, which may say by itself what it would have been
 * @param body the start of the answer; one that is no JSON is the message
 */
export function readUpstreamFailure(status: number, body: string): UpstreamFailure {
  const failure: UpstreamFailure = {
    status,
    code: '',
    type: '',
    message: body.slice(0, MAX_MEMBER_LENGTH),
    param: '',
  };
  try {
    const parsed = JSON.parse(body) as { error?: unknown };
    const source = (parsed.error ?? parsed) as Record<string, unknown>;
    if (typeof source === 'object' && source !== null) {
      for (const name of ['code', 'type', 'message', 'param'] as const) {
        const value = source[name];
        if (typeof value === 'string' || typeof value === 'number')
          failure[name] = String(value).slice(0, MAX_MEMBER_LENGTH);
      }
      if (typeof source.detail === 'string' && source.message === undefined)
        failure.message = source.detail.slice(0, MAX_MEMBER_LENGTH);
      failure.message += causeIn(source.metadata);
      const waitSeconds = waitIn(failure.message);
      if (waitSeconds !== undefined) failure.retryAfterSeconds = waitSeconds;
      const details = detailsIn(source.details);
      if (details !== undefined) failure.details = details;
    }
  } catch {
    // A body that is no JSON is judged by its status alone.
  }
  if (status === 0) failure.status = statusOfCodes.get(failure.code) ?? statusInCode(failure.code);
  return failure;
}
