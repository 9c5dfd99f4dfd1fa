import { type ChannelTestView, KEPT_CHANNEL_TESTS } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import type { ChannelTestRunTable, ChannelTestTable } from '../../db/tables/routing-tables.ts';

/** Keeps a test with the last ones of its channel. */
export async function insertTest(db: Db, test: Omit<ChannelTestTable, 'id'>): Promise<void> {
  await db.insertInto('channel_tests').values(test).execute();
  const last = db
    .selectFrom('channel_tests')
    .select('id')
    .where('channel_id', '=', test.channel_id)
    .orderBy('id', 'desc')
    .offset(KEPT_CHANNEL_TESTS)
    .limit(1);
  await db
    .deleteFrom('channel_tests')
    .where('channel_id', '=', test.channel_id)
    .where('id', '<=', last)
    .execute();
}

/** The last tests of a channel, newest first. */
export const listTests = (db: Db, channelId: number): Promise<ChannelTestView[]> =>
  db
    .selectFrom('channel_tests')
    .select(['id', 'time', 'code', 'duration_ms'])
    .where('channel_id', '=', channelId)
    .orderBy('id', 'desc')
    .limit(KEPT_CHANNEL_TESTS)
    .execute();

export type TestRunRow = Omit<ChannelTestRunTable, 'id'>;

const ONE = 1;
const runColumns = [
  ...(['started_at', 'ended_at', 'total', 'passed', 'failed', 'skipped'] as const),
  ...(['disabled', 'enabled', 'testing', 'wanted_at'] as const),
];

export const noRun = (): TestRunRow => ({
  ...{ started_at: 0, ended_at: 0, total: 0, passed: 0, failed: 0, skipped: 0, disabled: 0, enabled: 0 },
  ...{ testing: '[]', wanted_at: 0 },
});

export const isRunning = ({ started_at, ended_at }: TestRunRow): boolean => started_at > 0 && ended_at === 0;

/** The run that runs or ran last. */
export async function readTestRun(db: Db): Promise<TestRunRow> {
  const row = await db
    .selectFrom('channel_test_run')
    .select(runColumns)
    .where('id', '=', ONE)
    .executeTakeFirst();
  return row ?? noRun();
}

/** Writes a part of the run. */
export async function writeTestRun(db: Db, change: Partial<TestRunRow>): Promise<void> {
  await db
    .insertInto('channel_test_run')
    .values({ id: ONE, ...noRun(), ...change })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute();
}
