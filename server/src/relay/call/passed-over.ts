import type { DropReason } from '@turnpike/contract';

export interface Dropped {
  reason: DropReason;
  /** Until it may be called. */
  seconds: number | null;
}

/** A route that was left out for a reason that its channel's settings do not show. */
export interface PassedOver extends Dropped {
  channelId: number;
  /** 0 where the channel has no other key. */
  keyId: number;
  /** Fields that the request would lose. */
  lost: string;
}
