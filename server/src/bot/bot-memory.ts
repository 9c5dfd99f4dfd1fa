import { AttemptLimiter } from '../modules/attempt-limiter.ts';
import { RedemptionLimits } from '../modules/redemption/redeem-code.ts';
import type { Clock } from '../platform/clock.ts';
import { Conversations } from './conversations.ts';

const MINUTE_MS = 60_000;

/** State of a bot between two messages. A restart forgets it. */
export class BotMemory {
  readonly conversations: Conversations;
  readonly redemptions: RedemptionLimits;
  /** Codes that link an account, by sender. */
  readonly linkCodes: AttemptLimiter;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.conversations = new Conversations(clock);
    this.redemptions = new RedemptionLimits(clock);
    const limit = { free: 5, longestWaitMs: 10 * MINUTE_MS, forgetAfterMs: 60 * MINUTE_MS };
    this.linkCodes = new AttemptLimiter({ clock, ...limit });
  }
}
