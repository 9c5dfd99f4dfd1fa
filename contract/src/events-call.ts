import type { ZodType, z } from 'zod';
import { type Call, type CallShapes, call } from './call.ts';

/**
 * Declares a call that answers with server-sent events, one at a time while its work goes on. It ends when the caller
 * leaves. A failure before the first event has an envelope, as for every call.
 * @param route a POST, e.g. `POST /api/sse/channel/check`
 * @param shapes `event` is the data of each event
 */
export function eventsCall<const Input extends ZodType, const Event extends ZodType>(
  route: `POST /${string}`,
  shapes: Pick<CallShapes, 'summary'> & { access: 'admin'; input: Input; event: Event },
) {
  const { event, ...rest } = shapes;
  return { ...call(route, rest), event } as unknown as Omit<
    Call<undefined, undefined, Input, undefined, undefined>,
    'event'
  > & { access: 'admin'; event: Event };
}

export type EventOf<C extends { event: ZodType }> = z.output<C['event']>;
