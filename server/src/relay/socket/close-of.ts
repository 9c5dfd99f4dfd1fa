import type { GatewayError } from '../../platform/gateway-error.ts';
import { closeCode } from '../../platform/net/web-socket.ts';

/** Returns the close code for an error that ends a session. */
export function closeOf({ code, entry }: GatewayError): number {
  if (code === 'gateway.stopping') return closeCode.leaving;
  if (entry.status === 400) return closeCode.invalid;
  return code.startsWith('upstream.') || code.startsWith('gateway.') ? closeCode.internal : closeCode.policy;
}
