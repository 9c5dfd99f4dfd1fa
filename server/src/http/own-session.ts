import { clientNetwork } from '../platform/net/client-network.ts';
import { hashSecret } from '../platform/secrets/secret-box.ts';
import type { RequestFacts } from './request-facts.ts';

/** The session that a call is made with. */
export interface OwnSession {
  /** The empty text when there is none. */
  sessionHash: string;
  network: string;
}

export const ownSession = (facts: RequestFacts): OwnSession => ({
  sessionHash: ownSessionHash(facts),
  network: clientNetwork(facts.ip),
});

/** Hash of the caller's own session; the empty text when there is none. */
export const ownSessionHash = ({ sessionCookie }: RequestFacts): string =>
  sessionCookie.value === undefined ? '' : hashSecret(sessionCookie.value);
