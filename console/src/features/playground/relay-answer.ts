import { noAnswer } from '../../api/call-api.ts';
import { failureOf } from './relay-failure.ts';

export const withKey = (tokenKey: string) => ({ authorization: `Bearer ${tokenKey}` });
export const jsonWithKey = (tokenKey: string) => ({
  ...withKey(tokenKey),
  'content-type': 'application/json',
});

export const requestIdIn = ({ headers }: Response): string => headers.get('x-request-id') ?? '';

/**
 * Waits for the answer to a call of the relay.
 * @throws ApiError when the relay refuses or the connection fails
 */
export async function answerTo(call: Promise<Response>, signal?: AbortSignal): Promise<Response> {
  const response = await call.catch((cause: unknown) => {
    throw noAnswer(cause, signal);
  });
  if (!response.ok) throw await failureOf(response);
  return response;
}

/** As `answerTo`, with the body read. */
export async function jsonOf<Body>(call: Promise<Response>, signal?: AbortSignal): Promise<Body> {
  const response = await answerTo(call, signal);
  return (await response.json().catch((cause: unknown) => {
    throw noAnswer(cause, signal);
  })) as Body;
}
