import type { PriceHours } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../../test/support/test-gateway.ts';
import { chargeOfLog } from '../../../billing/charge.ts';
import { post } from '../../../db/ledger.ts';
import { verifyLedger } from '../../../db/ledger-verify.ts';
import { systemClock } from '../../../platform/clock.ts';

const USUAL_POINTS = 9 * 1 + 2 * 3;
const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
const chat = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 2 };
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Twice the price from 01:00 to 04:00 on workdays, a fifth of it on 2027-03-03. */
const hours: PriceHours = {
  time_zone: 'UTC',
  holidays: ['2027-03-03'],
  rules: [
    { days: [1, 2, 3, 4, 5], from: '01:00', to: '04:00', on_holidays: false, ratio: 2 },
    { days: [], from: '00:00', to: '00:00', on_holidays: true, ratio: 0.2 },
  ],
};
const berlin: PriceHours = {
  time_zone: 'Europe/Berlin',
  holidays: [],
  rules: [{ days: EVERY_DAY, from: '03:00', to: '06:00', on_holidays: false, ratio: 2 }],
};

describe('a price with hours', () => {
  let gateway: TestGateway;
  let upstream: FakeUpstream;
  let now = '2027-03-01T00:00:00Z';
  /** Moment of the answer, if it is later than that of the request. */
  let answeredAt = '';

  beforeAll(async () => {
    gateway = await startTestGateway({
      clock: {
        nowMs: () => Date.parse(now),
        nowSeconds: () => Date.parse(now) / 1000,
        monotonicMs: () => systemClock.monotonicMs(),
      },
      relayOptions: { cacheHitPercent: 100 },
    });
    await gateway.seed.price({ model: 'm', input: 1, output: 3, parts: { hours } });
    await gateway.seed.price({ model: 'berlin', input: 1, output: 3, parts: { hours: berlin } });
    upstream = gateway.upstream(await gateway.seed.channel({ model: 'm,berlin' }));
    upstream.does((response) => {
      if (answeredAt !== '') now = answeredAt;
      const choices = [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }];
      sendJson(response, 200, JSON.stringify({ id: 'c', created: 1, model: 'm', choices, usage }));
    });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    answeredAt = '';
  });

  /** Its ledger explains its balance. */
  async function userWithCredit() {
    const user = await gateway.seed.user({ quota: 0 });
    await gateway.store.db.transaction().execute((trx) =>
      post(trx, {
        ...{ user_id: user.id, kind: 'adjustment', delta: 100_000, reference_type: 'start' },
        ...{ reference: String(user.id), actor_id: null, note: '', created_at: Date.parse(now) / 1000 },
      }),
    );
    return user;
  }

  async function callAt(time: string, body: object = chat) {
    now = time;
    const user = await userWithCredit();
    const reply = await gateway.post(user.token, body);
    expect(reply.status).toBe(200);
    await reply.text();
    const [row] = await gateway.logRowsOf(user);
    expect(chargeOfLog(row?.metadata as never)).toBe(row?.quota);
    return {
      quota: row?.quota,
      factor: row?.metadata?.hour_ratio ?? '1',
      held: row?.metadata?.reserved ?? 0,
    };
  }

  it('costs what its table says, to the second', async () => {
    for (const [time, factor] of [
      ['2027-03-01T00:59:59Z', '1'],
      ['2027-03-01T01:00:00Z', '2'],
      ['2027-03-01T03:59:59Z', '2'],
      ['2027-03-01T04:00:00Z', '1'],
      // A Saturday, and a holiday.
      ['2027-03-06T01:00:00Z', '1'],
      ['2027-03-03T01:00:00Z', '0.2'],
    ] as const)
      expect([time, await callAt(time)]).toMatchObject([
        time,
        { quota: USUAL_POINTS * Number(factor), factor },
      ]);
    expect(await verifyLedger(gateway.store.db, { isFull: true })).toMatchObject({ difference: null });
  });

  it('follows the clocks of its zone when they change', async () => {
    for (const [time, factor] of [
      // 03:00 comes at 02:00 UTC in winter, at 01:00 in summer.
      ['2027-03-27T01:59:59Z', '1'],
      ['2027-03-27T02:00:00Z', '2'],
      ['2027-03-28T00:59:59Z', '1'],
      ['2027-03-28T01:00:00Z', '2'],
      ['2027-10-31T01:59:59Z', '1'],
      ['2027-10-31T02:00:00Z', '2'],
    ] as const)
      expect([time, await callAt(time, { ...chat, model: 'berlin' })]).toMatchObject([time, { factor }]);
  });

  it('is that of the arrival, also where the answer comes in another hour; the dearer one is held', async () => {
    const far = await callAt('2027-03-01T12:00:00Z');
    answeredAt = '2027-03-01T01:00:00Z';
    const crossing = await callAt('2027-03-01T00:59:59Z');
    answeredAt = '2027-03-01T04:00:00Z';
    const leaving = await callAt('2027-03-01T03:59:59Z');

    expect(crossing).toEqual({ quota: USUAL_POINTS, factor: '1', held: leaving.held });
    expect(leaving).toMatchObject({ quota: 2 * USUAL_POINTS, factor: '2' });
    expect(leaving.held).toBeGreaterThan(1.9 * far.held);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('is that of the clock where the clock jumps over the border of an hour, in either direction', async () => {
    const factors: string[] = [];
    for (const time of ['2027-03-01T02:00:00Z', '2027-03-01T00:30:00Z', '2027-03-02T02:00:00Z'])
      factors.push((await callAt(time)).factor);
    expect(factors).toEqual(['2', '1', '2']);
  });

  it('of a cached answer is that of its own moment', async () => {
    now = '2027-03-01T00:30:00Z';
    const user = await userWithCredit();
    const setting = JSON.stringify({ cache: true });
    await gateway.store.db.updateTable('tokens').set({ setting }).where('id', '=', user.tokenId).execute();
    for (const time of [now, '2027-03-01T01:00:00Z']) {
      now = time;
      await (await gateway.post(user.token, chat)).text();
    }
    const rows = await gateway.logRowsOf(user);
    expect(rows.map(({ quota, metadata }) => [quota, metadata?.charged_by, metadata?.hour_ratio])).toEqual([
      [USUAL_POINTS, 'usage', undefined],
      [2 * USUAL_POINTS, 'cached', '2'],
    ]);
    expect(chargeOfLog(rows[1]?.metadata as never)).toBe(2 * USUAL_POINTS);
  });
});
