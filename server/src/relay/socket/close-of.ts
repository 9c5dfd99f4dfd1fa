import type { GatewayError } from '../../platform/gateway-error.ts';
import { closeCode } from '../../platform/net/web-socket.ts';

const OF_SERVERS = /^(?:upstream|gateway|settlement)\./;
/** Close codes that may be sent; a library generates the others. Source: RFC 6455, section 7.4. */
const isSendable = (code: number): boolean =>
  (code >= 3000 && code <= 4999) || (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code));

/** Returns the close code for a caller whose vendor has closed with a code. */
export const passedClose = (code: number): number => (isSendable(code) ? code : closeCode.internal);

/** Returns the close code for an error that ends a session. */
export function closeOf({ code, entry }: GatewayError): number {
  if (code === 'gateway.stopping') return closeCode.leaving;
  if (entry.status === 400) return closeCode.invalid;
  return OF_SERVERS.test(code) ? closeCode.internal : closeCode.policy;
}
