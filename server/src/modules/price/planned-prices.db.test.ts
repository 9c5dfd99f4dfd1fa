import { type Price, plannedPriceCalls, priceCalls, priceVersionCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { priceOf } from '../../../test/support/test-prices.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { plannedPriceJob } from '../../jobs/planned-price-job.ts';
import { PlannedPrices } from './planned-prices.ts';

describe.each(databases)('planned prices on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { role: role.admin });
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    for (const table of ['prices', 'price_versions', 'price_changes', 'planned_prices'] as const)
      await site.db.deleteFrom(table).execute();
    await site.ask(priceCalls.create, { as: ann, input: price() });
  });

  const price = (given: Partial<Price> = {}): Price => priceOf('m', given);
  const plan = (inSeconds: number, given: Partial<Price> = {}, more: object = {}) =>
    site.ask(plannedPriceCalls.create, {
      as: ann,
      input: { ...price(given), valid_from: site.now() + inSeconds, ...more },
    });
  const planned = async () => (await site.ask(plannedPriceCalls.list, { as: ann })).body.data.data;
  const inUse = async () =>
    (await site.ask(priceCalls.list, {})).body.data.map((one: Price) => `${one.model} ${one.input}`);
  const kinds = async () =>
    (await site.ask(priceVersionCalls.versions, { as: ann, query: { model: 'm' } })).body.data.data.map(
      ({ kind, username, after }: { kind: string; username: string; after: Price }) =>
        `${kind} ${username} ${after.input}`,
    );
  it('are put in use at their second, once, in the order of their times', async () => {
    await plan(120, { input: 3 });
    await plan(60, { input: 2 });
    await plan(300, { input: 4 });
    expect(site.deps.plannedPrices.nextAt).toBe(site.now() + 60);

    site.passTime(59);
    expect(await site.deps.plannedPrices.putDueInUse()).toBe(0);
    expect(await inUse()).toEqual(['m 1']);

    site.passTime(1);
    site.changed.length = 0;
    const both = await Promise.all([1, 2].map(() => site.deps.plannedPrices.putDueInUse()));
    expect(both.sort()).toEqual([0, 1]);
    expect(await inUse()).toEqual(['m 2']);
    expect(site.changed).toEqual(['routing']);

    // The process was away for both of the others.
    site.passTime(1000);
    const next = await PlannedPrices.load(site.deps);
    expect(await next.putDueInUse()).toBe(2);
    expect(await inUse()).toEqual(['m 4']);
    expect(await kinds()).toEqual(['plan ann 4', 'plan ann 3', 'plan ann 2', 'set ann 1']);
    expect(next.nextAt).toBeNull();
    expect(await planned()).toEqual([]);
  });

  it('go with a price that is deleted, and along with one that gets another name', async () => {
    await plan(60, { input: 2 });
    await plan(90, { input: 3 });
    await site.ask(priceCalls.update, { as: ann, params: { '*': 'm' }, input: price({ model: 'n' }) });
    expect(await planned()).toMatchObject([
      { price: { model: 'n', input: 3 }, username: 'ann' },
      { price: { model: 'n', input: 2 } },
    ]);
    site.passTime(60);
    expect(await site.deps.plannedPrices.putDueInUse()).toBe(1);
    expect(await inUse()).toEqual(['n 2']);

    await site.ask(priceCalls.remove, { as: ann, params: { '*': 'n' } });
    expect(await planned()).toEqual([]);
    site.passTime(60);
    expect(await site.deps.plannedPrices.putDueInUse()).toBe(0);
    expect(await inUse()).toEqual([]);
  });

  it('are shown, replaced and given up', async () => {
    const { body } = await plan(60, { input: 2 });
    await plan(60, { input: 5 });
    await plan(60, { model: 'other', input: 3 });
    expect(await planned()).toMatchObject([
      { price: { model: 'other' }, username: 'ann', valid_from: site.now() + 60 },
      { id: body.data.id, price: { model: 'm', input: 5 } },
    ]);
    const remove = () => site.ask(plannedPriceCalls.remove, { as: ann, params: { id: body.data.id } });
    expect((await remove()).status).toBe(200);
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'planned_price.not_found' } });
    site.passTime(60);
    await site.deps.plannedPrices.putDueInUse();
    expect(await inUse()).toEqual(['m 1', 'other 3']);
    expect((await remove()).status).toBe(404);
  });

  it('are for a time to come, and confirmed where they look like a slip, beside what they replace', async () => {
    for (const seconds of [0, -5]) {
      expect(await plan(seconds)).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'valid_from', code: 'price.not_to_come' }] },
      });
    }
    expect(await plan(60, { input: 11 })).toMatchObject({ status: 409, body: { code: 'price.unconfirmed' } });
    expect((await plan(60, { input: 10 })).status).toBe(200);
    expect((await plan(120, { input: 100 })).status).toBe(200);
    expect((await plan(90, { input: 101 })).status).toBe(409);
    expect((await plan(90, { input: 101 }, { confirmed: true })).status).toBe(200);
    const free = { model: 'free', input: 0, output: 0 };
    expect((await plan(60, free)).status).toBe(409);
    expect((await plan(60, free, { confirmed: true })).status).toBe(200);
  });

  it('are put in use by a timer, and at once after a start', async () => {
    await plan(60, { input: 2 });
    site.passTime(61);
    const plannedPrices = await PlannedPrices.load(site.deps);
    const runner = new JobRunner(site.deps);
    runner.add([plannedPriceJob({ plannedPrices, clock: site.deps.clock })]);
    runner.start();
    try {
      await expect.poll(inUse).toEqual(['m 2']);
      await plannedPrices.plan(
        { valid_from: site.now() + 5, price: price({ input: 3 }), isConfirmed: false },
        ann,
      );
      site.passTime(5);
      await expect.poll(inUse, { timeout: 5000 }).toEqual(['m 3']);
    } finally {
      await runner.stop();
    }
  });
});
