import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { UpstreamError, type UpstreamFault } from '../../platform/net/upstream-answer.ts';
import { VendorError } from './read-failure.ts';
import { textForOperator } from './vendor-text.ts';

const faultCodes = {
  unreachable: 'upstream.unreachable',
  timeout: 'upstream.timeout',
  broken: 'upstream.broken_answer',
  cut: 'upstream.answer_cut',
  private_network: 'upstream.unreachable',
  proxy_unreachable: 'upstream.proxy_unreachable',
  proxy_refused: 'upstream.proxy_refused',
  cancelled: 'caller.left',
} as const satisfies Record<UpstreamFault, string>;

/**
 * Converts an upstream's fault to an error of the catalogue. Lack of memory for its answer is not its fault.
 */
export function toUpstreamError(error: unknown): unknown {
  if (!(error instanceof UpstreamError)) return error;
  return error.cause instanceof GatewayError
    ? error.cause
    : new GatewayError(faultCodes[error.fault], {}, { cause: error });
}

/** Cause of a failure for administrators, as in the log row: the message of the vendor or the network. */
export function causeOf(error: unknown, channel: RoutingChannel): string {
  const { cause } = error as Error;
  if (cause instanceof VendorError) return cause.message;
  const origin = cause instanceof UpstreamError ? cause.cause : cause;
  return origin instanceof Error ? textForOperator(origin.message, channel) : '';
}
