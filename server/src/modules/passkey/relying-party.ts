import type { Options } from '../option/options.ts';

/** The site as authenticators know it. Passkeys are lost with another host. */
export interface RelyingParty {
  /** Host without a port. */
  id: string;
  /** Scheme, host and port of the pages that may use passkeys. */
  origin: string;
  name: string;
}

/** @param origin address that the caller used; it counts only where the site has no address of its own */
export function relyingParty(options: Pick<Options, 'text'>, origin: string): RelyingParty {
  const address = new URL(options.text('ServerAddress') || origin);
  return { id: address.hostname, origin: address.origin, name: options.text('SystemName') };
}
