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
  /** Sums of hours that are not stored yet. */
  unstored(): { hour: number; sums: Pick<RecentSums, 'calls' | 'failures' | 'firstByteMs'> }[];
  lastErrorOf(channelId: number): ChannelHealthView['last_error'];
}
