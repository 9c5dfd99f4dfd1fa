import type { GroupStrategy } from '@turnpike/contract';
import { costRatioOf, type Route } from '../../modules/routing/routing-snapshot.ts';
import type { ChannelHealth } from '../learned/channel-health.ts';

/** Fewer answered calls of the last 15 minutes say too little about a channel's speed. */
const MIN_CALLS = 10;

/** A figure by which the lowest route is taken; null where there is none. */
type Strategy = (route: Route, health: ChannelHealth) => number | null;

export const strategies: Readonly<Record<Exclude<GroupStrategy, 'weight'>, Strategy>> = {
  least_busy: (route, health) => health.sumsAt(route).inFlight / route.channel.weight,
  latency(route, health) {
    const { calls, failures, firstByteMs } = health.sumsAt(route);
    const answered = calls - failures;
    return answered < MIN_CALLS ? null : firstByteMs / answered;
  },
  cost(route) {
    const ratio = costRatioOf(route);
    if (ratio === null) return null;
    const { inputRatio, outputRatio } = route.price;
    return Number(ratio) * (inputRatio + outputRatio);
  },
};
