import type { BudgetPeriodName } from '@turnpike/contract';

/** Seconds since 1970, UTC. */
export interface Period {
  /** 0 where the period never ends. */
  start: number;
  /** First second of the next one; null where there is none. */
  end: number | null;
}

const DAY_SECONDS = 86_400;
/** 5 January 1970, a Monday. */
const FIRST_MONDAY = 4 * DAY_SECONDS;

/** The period that a moment is in. */
export function periodAt(name: BudgetPeriodName, nowSeconds: number): Period {
  switch (name) {
    case 'day':
      return wholePeriod(nowSeconds, DAY_SECONDS, 0);
    case 'week':
      return wholePeriod(nowSeconds, 7 * DAY_SECONDS, FIRST_MONDAY);
    case 'month': {
      const now = new Date(nowSeconds * 1000);
      const monthStart = (ahead: number): number =>
        Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead) / 1000;
      return { start: monthStart(0), end: monthStart(1) };
    }
    case 'total':
      return { start: 0, end: null };
  }
}

function wholePeriod(nowSeconds: number, seconds: number, first: number): Period {
  const start = first + Math.floor((nowSeconds - first) / seconds) * seconds;
  return { start, end: start + seconds };
}
