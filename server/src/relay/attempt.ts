import type { RoutingChannel } from '../modules/routing/routing-snapshot.ts';

/** One try on one channel, with one of its keys. */
export interface Attempt {
  channelId: number;
  /** 0 where the channel has no key. */
  keyId: number;
  /** The channel has other keys, too. */
  isOneOfKeys: boolean;
  /** HTTP status of the upstream, 0 when there was none. */
  status: number;
  /** Catalogue code, empty for the one that was delivered. */
  code: string;
  /** What the vendor or the network said, for administrators; empty where it said nothing. */
  message: string;
  durationMs: number;
}

export const beginAttempt = ({ id, keyId, isOneOfKeys }: RoutingChannel, status = 0): Attempt => ({
  channelId: id,
  keyId,
  isOneOfKeys,
  status,
  code: '',
  message: '',
  durationMs: 0,
});
