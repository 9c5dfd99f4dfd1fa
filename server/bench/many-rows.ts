import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { fillUsageRollUps } from '../src/db/migrations/0004-usage-roll-up.ts';
import { fillKeyMonths } from '../src/db/migrations/0019-covering-indexes.ts';

export const HOUR = 3600;
export const DAY = 24 * HOUR;
/** The rows are spread over this many hours. */
export const SPREAD_HOURS = 9100;
export const USERS = 300;
const LEDGER_ROWS = 1_000_000;
const REFUSED_ROWS = 100_000;

export type BenchDatabase = { engine: 'sqlite'; dataDir: string } | { engine: 'postgres'; url: string };

/** Puts rows into the stopped gateway's database: a year's calls by 300 users on 20 models of 5 channels. */
export async function insertRows(database: BenchDatabase, count: number, now: number): Promise<void> {
  const { run, end } = await open(database);
  if (database.engine === 'postgres') {
    for (const { name, from, to } of monthsBetween(now - SPREAD_HOURS * HOUR, now)) {
      await run(`create table if not exists ${name} partition of logs for values from (${from}) to (${to})`);
    }
  }
  await run('begin');
  for (const text of rowTexts(count, now)) await run(text);
  await run('commit');
  if (database.engine === 'postgres') await run('vacuum analyze');
  await end();
}

async function open(database: BenchDatabase) {
  if (database.engine === 'postgres') {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`set work_mem = '256MB'`);
    return { run: async (text: string) => void (await client.query(text)), end: () => client.end() };
  }
  const file = new DatabaseSync(join(database.dataDir, 'turnpike.db'));
  file.exec('pragma synchronous = off; pragma cache_size = -262144');
  return { run: async (text: string) => file.exec(text), end: async () => file.close() };
}

function monthsBetween(first: number, last: number): { name: string; from: number; to: number }[] {
  const months: { name: string; from: number; to: number }[] = [];
  const time = new Date(first * 1000);
  for (let month = time.getUTCMonth(); ; month += 1) {
    const from = Date.UTC(time.getUTCFullYear(), month, 1) / 1000;
    if (from > last) return months;
    const to = Date.UTC(time.getUTCFullYear(), month + 1, 1) / 1000;
    const name = `logs_${new Date(from * 1000).toISOString().slice(0, 7).replace('-', '_')}`;
    months.push({ name, from, to });
  }
}

const numbers = (count: number, name = 'n') =>
  `${name}(i) as (select cast(1 as bigint) union all select i + 1 from ${name} where i < ${count})`;

/** Both engines read them. Knuth's factor spreads numbers evenly, so that every user meets every model and channel. */
function* rowTexts(count: number, now: number): Generator<string> {
  const start = now - SPREAD_HOURS * HOUR;
  const stepMs = Math.floor((SPREAD_HOURS * HOUR * 1000) / count);
  yield `insert into users (id, username, username_key, password_hash, display_name, role, status, "group",
      created_time)
    with recursive ${numbers(USERS + 1)}
    select i, 'user' || i, 'user' || i, '', '', 1, 1, 'group-' || (i % 4), ${now - 300 * DAY} + i * ${DAY / 2}
    from n where i > 1`;
  yield `insert into logs (request_id, user_id, created_at, type, content, username, token_id, token_name, model_name,
      quota, prompt_tokens, completion_tokens, channel_id, request_time, is_stream, source_ip, ended_by, group_name, metadata)
    with recursive ${numbers(count)}, spread(i, x) as (select i, i * 2654435761 % 4294967296 from n)
    select 'req_' || i, (x >> 3) % ${USERS} + 1, ${start} + i * ${stepMs} / 1000, 2, '',
      'user' || ((x >> 3) % ${USERS} + 1), 1, 'key' || (i % 50), 'model-' || ((x >> 12) % 20), 300, 100, 50,
      (x >> 17) % 5 + 1, 900, 1, '192.0.2.' || (i % 200),
      case when i % 100 = 7 then 'upstream' else 'completed' end, 'group-' || ((x >> 20) % 4),
      '{"group_ratio":1,"price_type":"tokens","lines":[{"bucket":"textInput","count":100,"ratio":"1"}]}'
    from spread`;
  yield `insert into statistics_hours (hour, user_id, channel_id, model_name, request_count, quota, prompt_tokens,
      completion_tokens, request_time)
    select created_at - created_at % ${HOUR}, user_id, channel_id, model_name, count(*), sum(quota), sum(prompt_tokens),
      sum(completion_tokens), sum(request_time)
    from logs where true group by 1, 2, 3, 4 on conflict do nothing`;
  yield 'delete from statistics_key_hours';
  yield 'delete from statistics_key_days';
  yield* fillUsageRollUps(start - HOUR, now);
  yield 'delete from statistics_key_months';
  yield* fillKeyMonths(start - HOUR, now);
  const ledgerStepMs = Math.floor((SPREAD_HOURS * HOUR * 1000) / LEDGER_ROWS);
  yield `insert into ledger (version, user_id, kind, account, delta, balance_after, reference_type, reference, note,
      created_at, previous_hash, hash)
    with recursive ${numbers(LEDGER_ROWS)}
    select 2, i % 20 + 1, case when i % 500 < 20 then 'adjustment' else 'consumption' end, 'revenue', -3, 1000000,
      'batch', 'box:' || i, '', ${start} + i * ${ledgerStepMs} / 1000, '', 'hash' || i from n`;
  yield `insert into ledger_closings (user_id, day, entry_id, balance, hash)
    select user_id, created_at - created_at % ${DAY} + ${DAY}, max(id), 1000000, '' from ledger
    where hash like 'hash%' and created_at < ${now - DAY} group by 1, 2`;
  yield `insert into refused_calls (minute, user_id, token_id, reason, count, examples)
    with recursive ${numbers(REFUSED_ROWS)}
    select ${now - (now % 60)} - i / 4 * 60, i % 40 + 1, i % 4, case when i % 9000 = 1 then 'token.expired'
      else 'rate.user' end, 3, '[]' from n`;
}
