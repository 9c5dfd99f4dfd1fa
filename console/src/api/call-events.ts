import type { Call, EventOf, InputOf } from '@turnpike/contract';
import type { z } from 'zod';
import { callAddress, noAnswer, readFailure } from './call-api.ts';
import { eventData } from './event-data.ts';

/**
 * Makes a call that answers events. Leaving the loop over them does not end the call; the signal does.
 * @throws ApiError for every failure, also of the connection between two events
 */
export async function* callEvents<const C extends Omit<Call, 'event'> & { event: z.ZodType }>(
  call: C,
  { input, signal }: { input: InputOf<C>; signal: AbortSignal },
): AsyncGenerator<EventOf<C>> {
  const failed = (cause: unknown): never => {
    throw noAnswer(cause, signal);
  };
  const response = await fetch(callAddress(call), {
    method: call.method,
    signal,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }).catch(failed);
  if (!response.ok || response.body === null) throw await readFailure(response);
  const events = eventData(response.body);
  for (;;) {
    const { done, value } = await events.next().catch(failed);
    if (done === true) return;
    yield JSON.parse(value) as EventOf<C>;
  }
}
