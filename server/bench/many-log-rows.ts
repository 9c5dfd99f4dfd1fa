import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fillUsageRollUps } from '../src/db/migrations/0004-usage-roll-up.ts';
import type { MeasuredGateway } from './gateway-process.ts';
import { quantile } from './load.ts';
import { stop } from './processes.ts';

const ROUNDS = 20;
const HOUR = 3600;
const DAY = 24 * HOUR;
const USERS = 300;
const HONG_KONG_MINUTES = 480;

/** What the console asks for on its screens, and the searches that an index does not answer. */
const lists = (now: number): Record<string, string> => ({
  'newest rows': '/api/log/?size=100',
  'own rows': '/api/log/self?size=100',
  'a day long ago': `/api/log/?size=100&start_timestamp=${now - 9000 * HOUR}&end_timestamp=${now - 8976 * HOUR}`,
  'a model': '/api/log/?size=100&model_name=model-7',
  'a model that never was': '/api/log/?size=100&model_name=none',
  'an address': '/api/log/?size=100&source_ip=198.51.100.9',
  'a type that is rare': '/api/log/?size=100&log_type=3',
  'failed calls': '/api/log/?size=100&ended_by=failed',
  "one user's failed calls": '/api/log/?size=100&username=user7&ended_by=failed',
  'an end that never was': '/api/log/?size=100&ended_by=limit',
  'the sum of a month': `/api/log/stat?start_timestamp=${now - 720 * HOUR}&end_timestamp=${now}`,
  'the sum of all time': '/api/log/stat',
  users: '/api/user/?size=100',
  'own use, 7 days': '/api/user/dashboard',
  'own use, 365 days': `/api/user/dashboard?days=365&utc_offset=${HONG_KONG_MINUTES}`,
  ...Object.fromEntries(
    ['model', 'model_type', 'channel', 'group', 'user'].map((by) => [
      `use by ${by}, 365 days`,
      period(now, 365, by),
    ]),
  ),
  'use by user, 30 days': period(now, 30, 'user'),
  'use by user, 90 days': period(now, 90, 'user'),
  'use by user, 365 days, UTC': period(now, 365, 'user', 0),
  'use by user and hour, 7 days': `${period(now, 7, 'user')}&interval=hour`,
  "one user's use by model, 365 days": `${period(now, 365, 'model')}&user_id=7`,
  'sums of the site': '/api/analytics/statistics',
});

const period = (now: number, days: number, by: string, utcOffset = HONG_KONG_MINUTES): string =>
  `/api/analytics/period?start_timestamp=${now - days * DAY}&end_timestamp=${now}&group_type=${by}&utc_offset=${utcOffset}`;

/** Puts rows into the stopped gateway's database: a year's calls by 300 users on 20 models of 5 channels. */
function insertRows(dataDir: string, count: number, now: number): void {
  const database = new DatabaseSync(join(dataDir, 'turnpike.db'));
  database.exec('pragma synchronous = off; pragma cache_size = -262144; begin');
  const spread = Math.floor((9100 * HOUR * 1000) / count);
  database.exec(`
    with recursive n(i) as (select 2 union all select i + 1 from n where i <= ${USERS})
    insert into users (id, username, username_key, password_hash, display_name, role, status, "group", created_time)
    select i, 'user' || i, 'user' || i, '', '', 1, 1, 'group-' || (i % 4), ${now - 300 * DAY} + i * ${DAY / 2} from n`);
  // Knuth's factor spreads numbers evenly, so that every user meets every model and channel.
  database.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}),
      spread(i, x) as (select i, i * 2654435761 % 4294967296 from n)
    insert into logs (request_id, user_id, created_at, type, content, username, token_id, token_name, model_name,
      quota, prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, ended_by, metadata)
    select 'req_' || i, (x >> 3) % ${USERS} + 1, ${now - 9100 * HOUR} + i * ${spread} / 1000, 2, '',
      'user' || ((x >> 3) % ${USERS} + 1), 1, 'key' || (i % 50), 'model-' || ((x >> 12) % 20), 300, 100, 50,
      (x >> 17) % 5 + 1, 900, 1, '192.0.2.' || (i % 200),
      case when i % 100 = 7 then 'upstream' else 'completed' end,
      '{"group_ratio":1,"price_type":"tokens","lines":[{"bucket":"textInput","count":100,"ratio":"1"}]}'
    from spread`);
  database.exec(`
    insert into statistics_hours (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens,
      completion_tokens, request_time)
    select created_at - created_at % ${HOUR}, user_id, channel_id, model_name, count(*), sum(quota), sum(prompt_tokens),
      sum(completion_tokens), sum(request_time)
    from logs where true group by 1, 2, 3, 4 on conflict do nothing;
    delete from statistics_key_hours; delete from statistics_key_days`);
  for (const fill of fillUsageRollUps(now - 9101 * HOUR, now)) database.exec(fill);
  database.exec('commit');
  database.close();
}

/** @returns the slowest list's 95th percentile in milliseconds, and its name */
export async function measureLists(
  gateway: MeasuredGateway,
  rows: number,
): Promise<{ slowest: string; p95: number; all: Record<string, number> }> {
  await stop(gateway);
  const now = Math.floor(Date.now() / 1000);
  insertRows(gateway.dataDir, rows, now);
  await gateway.restart();
  const api = await gateway.signIn();
  const all: Record<string, number> = {};
  for (const [name, path] of Object.entries(lists(now))) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = performance.now();
      await api('GET', path);
      times.push(performance.now() - before);
    }
    all[name] = quantile(
      times.sort((a, b) => a - b),
      0.95,
    );
  }
  const [slowest = '', p95 = 0] = Object.entries(all).sort(([, a], [, b]) => b - a)[0] ?? [];
  return { slowest, p95, all };
}
