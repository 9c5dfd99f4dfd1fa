import type { ChannelHealthView } from '@turnpike/contract';

const HOURS = 24;
const HOUR_SECONDS = 3600;

export type DayHour = ChannelHealthView['hours'][number];

/** The last 24 hours, oldest first; hours without calls have zeros. */
export function dayHours(hours: readonly DayHour[], nowSeconds: number): DayHour[] {
  const last = nowSeconds - (nowSeconds % HOUR_SECONDS);
  const known = new Map(hours.map((one) => [one.hour, one]));
  return Array.from({ length: HOURS }, (_, place) => {
    const hour = last - (HOURS - 1 - place) * HOUR_SECONDS;
    return known.get(hour) ?? { hour, calls: 0, failures: 0 };
  });
}

const shareOf = ({ calls, failures }: DayHour): number => (calls === 0 ? 0 : failures / calls);

/** The hour with the largest share of failures; undefined without a failure. */
export const worstHour = (hours: readonly DayHour[]): DayHour | undefined =>
  hours
    .filter(({ failures }) => failures > 0)
    .reduce<DayHour | undefined>(
      (worst, hour) => (worst === undefined || shareOf(hour) > shareOf(worst) ? hour : worst),
      undefined,
    );
