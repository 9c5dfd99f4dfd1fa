import { GatewayError } from '../../platform/gateway-error.ts';
import { letGoOfBody } from '../accept/let-go-of-body.ts';
import type { CallContext } from '../call-context.ts';
import { toUpstreamError } from '../dispatch/dispatch-call.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { noteFailure, noteSuccess } from '../select/note-outcome.ts';

/** Passes the answer on, all but its last bytes: those wait for the settlement. */
export async function deliver(ctx: CallContext, needs: RelayNeeds): Promise<void> {
  const { delivery } = ctx;
  if (delivery === null) throw new Error('deliver comes after dispatch');
  if (delivery.needsNoCount) letGoOfBody(ctx);
  try {
    await delivery.run();
    if (!delivery.isComplete) throw new GatewayError('upstream.answer_cut');
    noteSuccess(ctx, needs);
  } catch (thrown) {
    const error = toUpstreamError(thrown);
    noteFailure(ctx, error, needs);
    throw error;
  }
}
