import type { MeasuredGateway } from './gateway-process.ts';
import { openLoad, quantile } from './load.ts';
import { type BenchDatabase, DAY, HOUR, insertRows } from './many-rows.ts';
import { stop } from './processes.ts';

const ROUNDS = 20;
/** Its clocks change twice in a year. */
const NEW_YORK = 'America/New_York';
const CALLS_PER_SECOND = 100;

const period = (now: number, days: number, by: string, timeZone = NEW_YORK): string =>
  `/api/analytics/period?start_timestamp=${now - days * DAY}&end_timestamp=${now}&group_type=${by}&time_zone=${timeZone}`;

const logFilters = (now: number): Record<string, string> => ({
  'newest rows': '',
  'an old day': `&start_timestamp=${now - 9000 * HOUR}&end_timestamp=${now - 8976 * HOUR}`,
  'a model': '&model_name=model-7',
  'a model without rows': '&model_name=none',
  'a key': '&token_name=key7',
  'a key without rows': '&token_name=none',
  'a request': '&request_id=req_77777',
  'failed calls': '&ended_by=failed',
  'a group': '&group_name=group-1',
  'a group without rows': '&group_name=none',
  'an end reason without rows': '&ended_by=limit',
  'a rare log type': '&log_type=3',
});

/** Queries of the console's screens, and searches that no index answers. */
const lists = (now: number): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(logFilters(now)).flatMap(([name, filter]) => [
      [name, `/api/log/?size=100${filter}`],
      [`own: ${name}`, `/api/log/self?size=100${filter}`],
      [`one user's: ${name}`, `/api/log/?size=100&username=user7${filter}`],
    ]),
  ),
  'an IP address': '/api/log/?size=100&source_ip=198.51.100.9',
  'a channel': '/api/log/?size=100&channel_id=3',
  'a channel without rows': '/api/log/?size=100&channel_id=99',
  // Whole hours only: the current hour has all calls of the other measurements.
  'the sum of a month': `/api/log/stat?start_timestamp=${now - (now % HOUR) - 720 * HOUR}&end_timestamp=${now - (now % HOUR) - 1}`,
  'the sum of all time': '/api/log/stat',
  'own statement': '/api/user/statement?size=100',
  'own statement, adjustments': '/api/user/statement?size=100&kind=adjustment',
  'own statement, a month summed': `/api/user/statement/sum?start_timestamp=${now - 720 * HOUR}`,
  'own statement, all time summed': '/api/user/statement/sum',
  'own statement by day': `/api/user/statement/days?size=100&time_zone=${NEW_YORK}`,
  "one user's statement": '/api/user/7/statement?size=100',
  'refused calls': '/api/refused_call/?size=100',
  'refused calls for a rare reason': '/api/refused_call/?size=100&reason=token.expired',
  'own refused calls': '/api/refused_call/self?size=100',
  users: '/api/user/?size=100',
  'own use, 7 days': '/api/user/dashboard',
  'own use, 365 days': `/api/user/dashboard?days=365&time_zone=${NEW_YORK}`,
  ...Object.fromEntries(
    ['model', 'model_type', 'channel', 'group', 'user'].flatMap((by) =>
      [1, 30, 365].map((days) => [`use by ${by}, ${days} days`, period(now, days, by)]),
    ),
  ),
  'use by user, 365 days, UTC': period(now, 365, 'user', 'UTC'),
  'use by user and hour, 7 days': `${period(now, 7, 'user')}&interval=hour`,
  "one user's use by model, 365 days": `${period(now, 365, 'model')}&user_id=7`,
  'sums of the site': '/api/analytics/statistics',
  'export of an hour': `/api/log/export?start_timestamp=${now - 5 * HOUR}&end_timestamp=${now - 4 * HOUR}`,
});

export interface MeasuredLists {
  slowest: string;
  p95: number;
  all: Record<string, number>;
}

/** Fills the gateway's database and measures every list next to a hundred calls a second. */
export async function measureLists(
  gateway: MeasuredGateway,
  rows: number,
  {
    database = { engine: 'sqlite', dataDir: gateway.dataDir },
    isMeasured = true,
  }: { database?: BenchDatabase; isMeasured?: boolean } = {},
): Promise<MeasuredLists> {
  await stop(gateway);
  const now = Math.floor(Date.now() / 1000);
  await insertRows(database, rows, now);
  await gateway.restart();
  return isMeasured ? measureFilledLists(gateway, now) : { slowest: '', p95: 0, all: {} };
}

/** @returns the slowest list's 95th percentile in milliseconds, and its name */
async function measureFilledLists(gateway: MeasuredGateway, now: number): Promise<MeasuredLists> {
  const api = await gateway.signIn();
  const side = { origin: `http://127.0.0.1:${gateway.port}`, token: gateway.token };
  let isMeasuring = true;
  const load = (async () => {
    while (isMeasuring) {
      const { failures } = await openLoad(side, { perSecond: CALLS_PER_SECOND, seconds: 1 });
      if (failures > 0) throw new Error(`${failures} calls beside the lists failed`);
    }
  })();
  const all: Record<string, number> = {};
  const measure = async (name: string, ask: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = performance.now();
      await ask();
      times.push(performance.now() - before);
    }
    times.sort((a, b) => a - b);
    all[name] = quantile(times, 0.95);
  };
  for (const [name, path] of Object.entries(lists(now))) await measure(name, () => api('GET', path));
  isMeasuring = false;
  await load;
  const [slowest = '', p95 = 0] = Object.entries(all).sort(([, a], [, b]) => b - a)[0] ?? [];
  return { slowest, p95, all };
}
