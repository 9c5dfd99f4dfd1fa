import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';

/** One try on one channel, with one of its keys. */
export interface Attempt {
  channelId: number;
  /** 0 where the channel has no key. */
  keyId: number;
  /** The channel has other keys, too. */
  isOneOfKeys: boolean;
  /** Name that the model was requested by. */
  model: string;
  /** HTTP status of the upstream, 0 when there was none. */
  status: number;
  /** Catalogue code, empty for the one that was delivered. */
  code: string;
  /** Message of the vendor or the network, for administrators; empty where there was none. */
  message: string;
  /** Until the answer began, or the failure. */
  durationMs: number;
  /** On the monotonic clock. */
  startedAtMs: number;
  /** An attempt at the same time answered first. */
  isOutrun: boolean;
}

export const attemptOn = (
  { id, keyId, isOneOfKeys }: RoutingChannel,
  { model, status = 0, startedAtMs }: { model: string; status?: number | undefined; startedAtMs: number },
): Attempt => ({
  channelId: id,
  keyId,
  isOneOfKeys,
  model,
  status,
  code: '',
  message: '',
  durationMs: 0,
  startedAtMs,
  isOutrun: false,
});
