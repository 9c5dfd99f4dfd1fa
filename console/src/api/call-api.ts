import type {
  BesideOf,
  Call,
  ConfirmationProof,
  InputOf,
  OutputOf,
  ParamsOf,
  QueryOf,
} from '@turnpike/contract';
import { ApiError, type FieldFailure, foreignAnswerCode } from './api-error.ts';
import { noteAnswer } from './server-watch.ts';

type Given<Name extends string, Value> = Value extends undefined ? unknown : { [name in Name]: Value };

export type CallOptions<C extends Call> = {
  signal?: AbortSignal | undefined;
  /** `etag` of what is changed: refused when somebody else changed it since. Several by comma. */
  ifMatch?: string | undefined;
} & Given<'params', ParamsOf<C>> &
  (QueryOf<C> extends undefined ? unknown : { query?: Partial<QueryOf<C>> }) &
  Given<'input', InputOf<C>>;

interface Envelope {
  success?: boolean;
  message?: string;
  data?: unknown;
  code?: string;
  action?: string;
  proof?: string;
  request_id?: string;
  fields?: FieldFailure[];
}

interface Loose {
  signal?: AbortSignal;
  ifMatch?: string;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  input?: unknown;
  confirmation?: string;
}

type SessionEndListener = () => void;
let onSessionEnd: SessionEndListener = () => {};

/** Calls one listener when the server no longer knows the session. */
export function listenForSessionEnd(listener: SessionEndListener): void {
  onSessionEnd = listener;
}

/** The proof that a call waits for: one to enter, or a session that is new. */
export type NeededProof = ConfirmationProof | 'session';

/** @returns the token of the confirmed action; undefined when the person gives up */
type ConfirmationListener = (action: string, proof: NeededProof) => Promise<string | undefined>;
let onConfirmation: ConfirmationListener | undefined;

/** Calls one listener when a call needs a fresh proof; the call waits for its answer. @returns how to end it */
export function listenForConfirmation(listener: ConfirmationListener): () => void {
  onConfirmation = listener;
  return () => {
    if (onConfirmation === listener) onConfirmation = undefined;
  };
}

let onNoAnswer: () => void = () => {};

/** Calls one listener when a call got no answer, or one from a proxy in front of the server. */
export function listenForNoAnswer(listener: () => void): void {
  onNoAnswer = listener;
}

/** For calls that are made without `callApi`. @returns the failure to throw */
export function noAnswer(cause: unknown, signal?: AbortSignal): ApiError {
  if (signal?.aborted) return new ApiError({ code: 'network.aborted', status: 0, cause });
  onNoAnswer();
  return new ApiError({ code: 'network.offline', status: 0, cause });
}

/**
 * Makes a call that the contract declares.
 * @returns the envelope's `data`
 * @throws ApiError for every failure, with the catalogue code and the request id
 */
export async function callApi<const C extends Call>(call: C, options: CallOptions<C>): Promise<OutputOf<C>> {
  return (await send(call, options as Loose)).data as OutputOf<C>;
}

/** As `callApi`, for calls that answer members next to `data`. */
export async function callApiBeside<const C extends Call>(
  call: C,
  options: CallOptions<C>,
): Promise<BesideOf<C>> {
  return (await send(call, options as Loose)) as BesideOf<C>;
}

async function send(call: Call, options: Loose): Promise<Envelope> {
  const { signal, ifMatch, params, query, input, confirmation } = options;
  let response: Response;
  let envelope: Envelope;
  try {
    response = await fetch(callAddress(call, params, query), {
      method: call.method,
      signal: signal ?? null,
      headers: {
        // Mails that follow from the call are in the reader's language.
        'accept-language': document.documentElement.lang,
        ...(input !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(confirmation !== undefined && { 'x-confirmation': confirmation }),
      },
      body: input === undefined ? null : JSON.stringify(input),
    });
    envelope = await readEnvelope(response);
    noteAnswer();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw noAnswer(cause, signal);
  }
  if (response.ok && envelope.success !== false) return envelope;

  const proof = neededProof(envelope);
  if (proof !== undefined) {
    const token = await onConfirmation?.(envelope.action ?? 'sign_in_data', proof);
    if (token !== undefined) return send(call, { ...options, confirmation: token });
  }
  throw toFailure(response, envelope);
}

function toFailure({ status, headers }: Response, envelope: Envelope): ApiError {
  if (envelope.code === 'session.required') onSessionEnd();
  return new ApiError({
    code: envelope.code ?? '',
    status,
    message: envelope.message,
    requestId: envelope.request_id ?? headers.get('x-request-id') ?? undefined,
    fields: envelope.fields,
  });
}

/** For calls that are made without `callApi`. @returns the failure to throw */
export const readFailure = async (response: Response): Promise<ApiError> =>
  toFailure(response, await readEnvelope(response));

function neededProof({ code, proof }: Envelope): NeededProof | undefined {
  if (code === 'session.too_old') return 'session';
  return code === 'confirmation.required' ? (proof as ConfirmationProof) : undefined;
}

async function readEnvelope(response: Response): Promise<Envelope> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && (response.ok || 'success' in value))
      return value as Envelope;
  } catch {
    // Handled below: a proxy's error page is not our envelope.
  }
  // A proxy in front of the server answers while the server is down.
  if (response.status >= 502) onNoAnswer();
  throw new ApiError({
    code: foreignAnswerCode(response.status),
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** Where a call is made, also for links such as a download. */
export function callAddress(
  call: Pick<Call, 'path'>,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = call.path.replace(/:(\w+)|\*/g, (segment, name: string | undefined) =>
    encodeURIComponent(String(params[name ?? segment])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
