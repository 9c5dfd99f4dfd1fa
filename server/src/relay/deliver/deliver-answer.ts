import { GatewayError } from '../../platform/gateway-error.ts';
import { letGoOfBody } from '../accept/let-go-of-body.ts';
import type { CallContext } from '../call-context.ts';
import { toUpstreamError } from '../dispatch/dispatch-call.ts';

/** Passes the answer on, all but its last bytes: those wait for the settlement. */
export async function deliver(ctx: CallContext): Promise<void> {
  const { delivery } = ctx;
  if (delivery === null) throw new Error('deliver comes after dispatch');
  if (delivery.needsNoCount) letGoOfBody(ctx);
  try {
    await delivery.run();
  } catch (error) {
    throw toUpstreamError(error);
  }
  if (!delivery.isComplete) throw new GatewayError('upstream.answer_cut');
}
