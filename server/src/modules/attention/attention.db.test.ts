import { attentionCalls, channelCalls, role, userStatus } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import type { ChannelHealth } from '../../relay/learned/channel-health.ts';
import { disableAfterFailure } from '../channel/automatic-state.ts';

const HOUR = 3600;
/** 15 January 2027, 00:00 UTC; the test's clock starts at 08:00 of that day. */
const TODAY = 1_799_971_200;
const MONTH = TODAY - 14 * 24 * HOUR;
const KEPT_SECONDS = 15;

describe.each(databases)('what needs an administrator, on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;
  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann', { quota: 100 });
  });
  afterAll(() => site.stop());

  const read = async () => {
    site.passTime(KEPT_SECONDS);
    return (await site.ask(attentionCalls.read, { as: admin })).body.data;
  };
  const found = async (kind: string) =>
    (await read()).items.find((item: { kind: string }) => item.kind === kind);
  const make = async (given: object = {}): Promise<number> => {
    const input = { type: 8, name: 'c', key: 'sk', base_url: 'https://x.example', models: 'm', ...given };
    return (await site.ask(channelCalls.create, { as: admin, input })).body.data.id;
  };
  const disable = (channelId: number, code: string) =>
    disableAfterFailure({ ...site.deps, routingChanged: async () => {} }, { channelId, keyId: 0, code });

  it('is nothing at first', async () => {
    expect(await read()).toMatchObject({
      ...{ items: [], ledger_checked_at: null, customers: [], time_zone: expect.any(String) },
      today: { quota: 0, calls: 0, attempts: 0, failures: 0, first_byte_ms: null },
    });
  });

  it('is read once for all who ask within 15 seconds', async () => {
    site.passTime(KEPT_SECONDS);
    const ask = async () => (await site.ask(attentionCalls.read, { as: admin })).body.data.items.length;
    expect(await ask()).toBe(0);
    site.fakes.modelGaps = { unpriced: async () => ['new-model'], isServed: () => true };
    site.passTime(KEPT_SECONDS - 1);
    expect(await ask()).toBe(0);
    site.passTime(1);
    expect(await ask()).toBe(1);
    site.fakes.modelGaps = { unpriced: async () => [], isServed: () => true };
  });

  it('is a channel that fails, since its first failure, and one that rests', async () => {
    const health = site.deps.health as ChannelHealth;
    const [failing, fine] = [await make({ name: 'shaky' }), await make({ name: 'fine' })];
    const play = (id: number, isFailure: boolean) => {
      const place = { channel: { id, keyId: 0 }, upstreamModel: 'm' };
      health.begin(place);
      const end = { code: isFailure ? 'upstream.timeout' : '', message: '', firstByteMs: 5, durationMs: 9 };
      health.end(place, end, { isFailure });
    };
    const since = site.now();
    play(failing, true);
    site.passTime(120);
    play(failing, true);
    play(failing, false);
    play(fine, false);
    site.fakes.restingKeys = (id) =>
      id === failing ? [{ keyId: null, model: 'm', seconds: 40, code: 'upstream.timeout' }] : [];

    expect(await found('channels_failing')).toEqual({
      ...{ kind: 'channels_failing', count: 1, since, points: 0, usual: 0 },
      subjects: [
        {
          ...{ id: failing, name: 'shaky', code: 'upstream.timeout', calls: 3, failures: 2 },
          rest_seconds: 40,
        },
      ],
    });
    site.fakes.restingKeys = () => [];
    site.passTime(16 * 60);
    expect(await found('channels_failing')).toBeUndefined();
  });

  it('is a channel that the gateway turned off, why and when, with the models that nothing serves then', async () => {
    const [off, byHand] = [
      await make({ name: 'dead', models: 'only-here,shared,wild-*' }),
      await make({ models: 'by-hand' }),
    ];
    await site.ask(channelCalls.update, { as: admin, input: { id: byHand, status: 2 } });
    const since = site.now();
    await disable(off, 'upstream.key_refused');
    site.fakes.modelGaps = { unpriced: async () => [], isServed: (model) => model === 'shared' };

    expect(await found('channels_off')).toMatchObject({
      ...{ count: 1, since },
      subjects: [{ id: off, name: 'dead', code: 'upstream.key_refused' }],
    });
    expect(await found('models_unserved')).toMatchObject({
      ...{ count: 1, since },
      subjects: [{ name: 'only-here' }],
    });
    await site.ask(channelCalls.update, { as: admin, input: { id: off, status: 1 } });
    expect(await found('channels_off')).toBeUndefined();
    site.fakes.modelGaps = { unpriced: async () => [], isServed: () => true };
  });

  it('is a key that the gateway turned off at a channel that goes on', async () => {
    const id = await make({ name: 'two keys', key: 'sk-1\nsk-2', key_mode: 'one_channel' });
    const [first] = await site.db
      .selectFrom('channel_keys')
      .select('id')
      .where('channel_id', '=', id)
      .orderBy('id')
      .execute();
    await site.db
      .updateTable('channel_keys')
      .set({ status: 3, last_error: 'upstream.key_refused', last_error_time: TODAY })
      .where('id', '=', first?.id ?? 0)
      .execute();

    expect(await found('keys_off')).toMatchObject({
      ...{ count: 1, since: TODAY },
      subjects: [{ id, name: 'two keys', code: 'upstream.key_refused' }],
    });
    await site.db.deleteFrom('channel_keys').where('channel_id', '=', id).execute();
  });

  it('is a model that an upstream lists no more', async () => {
    const id = await make({ name: 'shrinking' });
    await site.db.updateTable('channels').set({ models_missing: '["m"]' }).where('id', '=', id).execute();
    expect(await found('models_missing')).toMatchObject({ count: 1, subjects: [{ id, name: 'shrinking' }] });
    await site.db.updateTable('channels').set({ models_missing: '[]' }).execute();
  });

  it('is a customer below the balance of the reminder, if they called lately', async () => {
    await site.options.set('QuotaRemindThreshold', '500');
    const [rich, idle, off] = [
      await site.seed.person('rich', { quota: 500 }),
      await site.seed.person('idle', { quota: 1 }),
      await site.seed.person('off', { quota: 1 }),
    ];
    await site.db
      .updateTable('users')
      .set({ status: userStatus.disabled })
      .where('id', '=', off.id)
      .execute();
    const used = (id: number) => ({
      ...{ dimension: 'user' as const, usage_key: String(id), month: MONTH, request_count: 1, quota: 1 },
      ...{ prompt_tokens: 1, completion_tokens: 1, request_time: 1 },
    });
    await site.db
      .insertInto('statistics_key_months')
      .values([ann, rich, off, admin].map(({ id }) => used(id)))
      .execute();

    expect(idle.id).toBeGreaterThan(0);
    expect(await found('balances_low')).toMatchObject({
      count: 1,
      subjects: [{ id: ann.id, name: 'ann' }],
    });
    await site.options.set('QuotaRemindThreshold', '0');
    expect(await found('balances_low')).toBeUndefined();
  });

  it('is a spike of refused calls, not many that are always refused', async () => {
    const minute = () => site.now() - (site.now() % 60);
    const refuse = (at: number, count: number, reason: string) =>
      site.db
        .insertInto('refused_calls')
        .values({ minute: at, user_id: 1, token_id: 1, reason, count, examples: '[]' })
        .execute();
    await refuse(minute() - 45 * 60, 40, 'rate.user');
    const since = minute() - 5 * 60;
    await refuse(since, 30, 'rate.user');
    expect(await found('calls_refused')).toBeUndefined();

    await refuse(minute() - 60, 50, 'quota.insufficient');
    expect(await found('calls_refused')).toMatchObject({
      ...{ count: 80, usual: 10, since },
      subjects: [
        { code: 'quota.insufficient', failures: 50 },
        { code: 'rate.user', failures: 30 },
      ],
    });
    await site.db.deleteFrom('refused_calls').execute();
    await refuse(minute() - 60, 19, 'rate.user');
    expect(await found('calls_refused')).toBeUndefined();
  });

  it('is a charge that the database refused, with its points', async () => {
    const rejected = (number: number, quota: number, created_time: number) => ({
      ...{ outbox_id: 'x', number, user_id: ann.id, token_id: 1, quota, token_quota: 0, created_time },
      ...{ settlement: '{}', reason: 'no' },
    });
    await site.db
      .insertInto('rejected_settlements')
      .values([rejected(1, 70, TODAY + 5), rejected(2, 30, TODAY)])
      .execute();
    expect(await found('charges_rejected')).toMatchObject({ count: 2, since: TODAY, points: 100 });
    await site.db.deleteFrom('rejected_settlements').execute();
  });

  it('is a ledger that is not right, before everything else', async () => {
    await disable(await make(), 'upstream.error');
    const id = await make();
    await site.db.updateTable('channel_keys').set({ status: 3 }).where('channel_id', '=', id).execute();
    site.fakes.modelGaps = { unpriced: async () => ['new-model'], isServed: () => true };
    await site.deps.ledgerCheck.run({ isFull: true });
    const { started_at } = site.deps.ledgerCheck.state.last ?? {};
    expect((await read()).ledger_checked_at).toBe(started_at);
    await site.db.updateTable('users').set({ quota: 101 }).where('id', '=', ann.id).execute();
    await site.deps.ledgerCheck.run({ isFull: true });

    const { items } = await read();
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['ledger_wrong', 'channels_off', 'models_unpriced', 'keys_off'],
    ]);
    expect(items[0]).toMatchObject({ count: 1, since: expect.any(Number), subjects: [{ id: ann.id }] });
  });
});

describe.each(databases)('the figures of today, on $name', (engine) => {
  let site: TestManagement;
  beforeAll(async () => {
    site = await startTestManagement(engine);
  });
  afterAll(() => site.stop());

  it('stand next to those of yesterday up to the same time, of whose last hour a part counts', async () => {
    const admin = await site.seed.person('admin', { role: role.admin });
    const people = [];
    for (let n = 0; n < 6; n += 1) people.push(await site.seed.person(`user${n}`));
    const counts = { prompt_tokens: 1, completion_tokens: 1, request_time: 1 };
    const add = async (key: string, at: number, quota: number) => {
      const row = { dimension: key === '' ? ('all' as const) : ('user' as const), usage_key: key, ...counts };
      const sums = { ...row, quota, request_count: 10 };
      await site.db
        .insertInto('statistics_key_hours')
        .values({ ...sums, hour: at })
        .execute();
      if (key !== '')
        await site.db
          .insertInto('statistics_key_months')
          .values({ ...sums, month: MONTH })
          .execute();
    };
    const tried = (hour: number, calls: number, failures: number, first_byte_ms: number) =>
      site.db
        .insertInto('channel_health_hours')
        .values({ hour, channel_id: 1, calls, failures, first_byte_ms, duration_ms: 1 })
        .execute();
    const day = 24 * HOUR;
    await add('', TODAY + HOUR, 700);
    await add('', TODAY - day, 100);
    await add('', TODAY - day + 8 * HOUR, 1000);
    await add('', TODAY - HOUR, 50_000);
    for (const [n, { id }] of people.entries()) await add(String(id), TODAY + HOUR, (n + 1) * 10);
    await tried(TODAY, 12, 2, 5000);
    await tried(TODAY - day, 4, 0, 400);
    site.passTime(HOUR / 4);
    const place = { channel: { id: 1, keyId: 0 }, upstreamModel: 'm' };
    const health = site.deps.health as ChannelHealth;
    health.begin(place);
    health.end(place, { code: 'x', message: '', firstByteMs: null, durationMs: 1 }, { isFailure: true });

    const { body } = await site.ask(attentionCalls.read, { as: admin });

    expect(body.data).toMatchObject({
      today: { quota: 700, calls: 10, attempts: 13, failures: 3, first_byte_ms: 500 },
      yesterday: { quota: 100 + 250, calls: 13, attempts: 4, failures: 0, first_byte_ms: 100 },
      rate: { calls: 0, tokens: 0 },
    });
    expect(body.data.customers).toEqual(
      people
        .slice(1)
        .toReversed()
        .map(({ id, username }, n) => ({ id, name: username, quota: 60 - n * 10, calls: 10 })),
    );
  });

  it('are for administrators', async () => {
    const user = await site.seed.person('curious');
    expect((await site.ask(attentionCalls.read, { as: user })).status).toBe(403);
    expect((await site.ask(attentionCalls.read)).status).toBe(401);
  });
});
