import { GatewayError } from '../../platform/gateway-error.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import { letGoOfBody } from '../body/release-body.ts';
import type { AnsweredCall } from '../call/call-context.ts';
import { noteFailure, noteSuccess } from '../learned/note-outcome.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** Sends the answer to the caller, except for its last bytes, which wait for the settlement. */
export async function deliver(call: AnsweredCall, deps: RelayDeps): Promise<void> {
  const { delivery } = call;
  // No other channel is tried from here on.
  call.upload?.spool.release();
  if (delivery.needsNoCount) letGoOfBody(call);
  try {
    await delivery.run();
    if (!delivery.isComplete) throw new GatewayError('upstream.answer_cut');
    noteSuccess(call, deps);
  } catch (thrown) {
    const error = toUpstreamError(thrown);
    noteFailure(call, error, deps);
    throw error;
  }
}
