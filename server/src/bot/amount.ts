import { dollarText } from '../modules/user/amount-text.ts';
import type { Turn } from './turn.ts';

/** An amount as the console shows it: in dollars or in points. */
export const amount = (turn: Turn, points: number): string =>
  turn.deps.options.flag('DisplayInCurrencyEnabled')
    ? dollarText(points)
    : turn.text('points', { points: points.toLocaleString('en-US') });
