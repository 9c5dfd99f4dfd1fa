import type { ChannelHealthView } from '@turnpike/contract';

/** Sums of the last 15 minutes. */
export interface RecentSums {
  calls: number;
  failures: number;
  /** Sum over the answered calls, milliseconds. */
  firstByteMs: number;
  durationMs: number;
  inFlight: number;
}

/** Results of real calls, as the relay knows them. */
export interface HealthSource {
  recent(): Map<number, RecentSums>;
  lastErrorOf(channelId: number): ChannelHealthView['last_error'];
}
