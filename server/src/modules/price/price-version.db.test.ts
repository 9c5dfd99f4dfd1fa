import {
  type Price,
  type PriceVersionView,
  priceCalls,
  priceListCalls,
  priceVersionCalls,
  role,
} from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { priceOf } from '../../../test/support/test-prices.ts';

describe.each(databases)('versions of prices on $name', (engine) => {
  let site: TestManagement;
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    ann = await site.seed.person('ann', { role: role.admin });
    bob = await site.seed.person('bob', { role: role.admin });
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    for (const table of ['prices', 'price_versions', 'price_changes'] as const)
      await site.db.deleteFrom(table).execute();
  });

  const { create, update, remove, removeMany, saveShared, lockMany, list } = priceCalls;
  const { changes, versions, undo } = priceVersionCalls;
  const make = (one: object, as = ann) => site.ask(create, { as, input: one });
  const set = (one: Price, more: object = {}, as = ann) =>
    site.ask(update, { as, params: { '*': one.model }, input: { ...one, ...more } });
  const take = (updateMode: string, input: Price[], query: object = {}, as = ann) =>
    site.ask(priceListCalls.sync, { as, query: { updateMode, ...query }, input });
  const history = async (model: string): Promise<PriceVersionView[]> =>
    (await site.ask(versions, { as: ann, query: { model } })).body.data.data;
  const lastChange = async (): Promise<number> => (await site.ask(changes, { as: ann })).body.data.data[0].id;
  const takeBack = async (id: number, as = ann) => (await site.ask(undo, { as, params: { id } })).body.data;
  const inUse = async () =>
    Object.fromEntries(
      ((await site.ask(list, {})).body.data as Price[]).map(({ model, input }) => [model, input]),
    );

  it('are kept of each change: who, when, by what, before and after', async () => {
    const start = site.now();
    await make(priceOf('m'));
    site.passTime(60);
    await set(priceOf('m', { input: 3 }), {}, bob);
    site.passTime(60);
    await take('merge', [priceOf('m', { input: 4, steps: [{ above: 200_000, input: 8, output: 9 }] })]);
    await site.ask(remove, { as: bob, params: { '*': 'm' } });

    const facts = (one: PriceVersionView) => ({ ...one, before: one.before?.input, after: one.after?.input });
    expect((await history('m')).map(facts)).toMatchObject([
      { version: 4, kind: 'set', username: 'bob', created_at: start + 120, before: 4, after: undefined },
      { version: 3, kind: 'list', username: 'ann', created_at: start + 120, before: 3, after: 4 },
      { version: 2, kind: 'set', username: 'bob', created_at: start + 60, before: 1, after: 3 },
      { version: 1, kind: 'set', username: 'ann', created_at: start, before: undefined, after: 1 },
    ]);
    expect((await history('m'))[1]?.after).toEqual(
      priceOf('m', { input: 4, steps: [{ above: 200_000, input: 8, output: 9 }] }),
    );
    expect((await site.ask(changes, { as: ann })).body.data).toMatchObject({
      total_count: 4,
      data: [{ count: 1, models: ['m'] }, { kind: 'list' }, { kind: 'set' }, { kind: 'set' }],
    });
  });

  it('are counted on after a price was deleted, and not raised by a price that stays', async () => {
    await make(priceOf('m'));
    await set(priceOf('m'));
    await site.ask(lockMany, { as: ann, input: { models: ['m'], locked: true } });
    await set(priceOf('m', { locked: false }));
    expect(await history('m')).toHaveLength(1);
    expect((await site.ask(list, {})).body.data[0]).toMatchObject({ locked: false });
    await site.ask(removeMany, { as: ann, input: { models: ['m'] } });
    await make(priceOf('m'));

    const row = await site.db.selectFrom('prices').select('version').executeTakeFirstOrThrow();
    expect(row.version).toBe(3);
    expect((await history('m')).map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  it('are those of one change where a page of them is asked for', async () => {
    await take(
      'merge',
      ['a', 'b', 'c', 'd', 'e'].map((model) => priceOf(model)),
    );
    await make(priceOf('other'));
    const [, { id, count, models }] = (await site.ask(changes, { as: ann })).body.data.data;
    expect({ count, models }).toEqual({ count: 5, models: ['a', 'b', 'c'] });
    const page = await site.ask(versions, { as: ann, query: { change_id: id, size: 2, page: 2 } });
    expect(page.body.data).toMatchObject({ total_count: 5, data: [{ model: 'c' }, { model: 'b' }] });
  });

  it('are put back by an undo, but for what was changed since', async () => {
    for (const model of ['stays', 'changed', 'gone']) await make(priceOf(model));
    await take('overwrite', [
      priceOf('stays', { input: 5 }),
      priceOf('changed', { input: 5 }),
      priceOf('new'),
    ]);
    const id = await lastChange();
    await set(priceOf('changed', { input: 6 }), {}, bob);
    await site.ask(lockMany, { as: bob, input: { models: ['stays'], locked: true } });
    site.changed.length = 0;

    expect(await takeBack(id, bob)).toEqual({ restored: 3, kept: ['changed'] });

    expect(await inUse()).toEqual({ stays: 1, changed: 6, gone: 1 });
    expect(site.changed).toEqual(['routing']);
    expect((await history('stays'))[0]).toMatchObject({
      kind: 'undo',
      username: 'bob',
      version: 3,
      before: { input: 5 },
      after: { input: 1, locked: true },
    });
    expect((await site.ask(changes, { as: ann })).body.data.data[0]).toMatchObject({ undoes: id, count: 3 });
    // Everything that it changed is of a later change now.
    expect(await takeBack(id)).toEqual({ restored: 0, kept: ['changed', 'gone', 'new', 'stays'] });
    // An undo is a change like others.
    expect(await takeBack(await lastChange())).toEqual({ restored: 3, kept: [] });
    expect(await inUse()).toEqual({ stays: 5, changed: 6, new: 1 });
  });

  it('are put back by an undo that jumps only where it is confirmed', async () => {
    await make(priceOf('m'));
    await set(priceOf('m', { input: 30 }), { confirmed: true });
    const id = await lastChange();

    const refused = await site.ask(undo, { as: ann, params: { id } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'price.unconfirmed' } });
    expect(await inUse()).toEqual({ m: 30 });

    const confirmed = await site.ask(undo, { as: ann, params: { id }, query: { confirmed: 'true' } });
    expect(confirmed.body.data).toEqual({ restored: 1, kept: [] });
    expect(await inUse()).toEqual({ m: 1 });
  });

  it('keep a price that was changed and changed back from an older undo', async () => {
    await make(priceOf('m'));
    await set(priceOf('m', { input: 2 }));
    const id = await lastChange();
    await set(priceOf('m', { input: 3 }));
    await set(priceOf('m', { input: 2 }));
    expect(await takeBack(id)).toEqual({ restored: 0, kept: ['m'] });
    expect((await site.ask(undo, { as: ann, params: { id: 999_999 } })).body.code).toBe(
      'price_change.not_found',
    );
  });

  it('never lose a change that two administrators make at once', async () => {
    await make(priceOf('m'));
    await make(priceOf('n'));
    const rounds = Array.from({ length: 12 }, (_, round) => 2 + round / 10);
    await Promise.all(
      rounds.flatMap((input) => [
        set(priceOf('m', { input }), {}, ann),
        take('merge', [priceOf('n', { input }), priceOf('m', { input: input + 0.05 })], {}, bob),
      ]),
    );
    for (const model of ['m', 'n']) {
      const kept = (
        await site.ask(versions, { as: ann, query: { model, size: 100 } })
      ).body.data.data.reverse();
      expect(kept.map(({ version }: PriceVersionView) => version)).toEqual(
        kept.map((_: unknown, index: number) => index + 1),
      );
      // Each begins with what the one before ended with.
      for (const [index, one] of kept.entries()) expect(one.before).toEqual(kept[index - 1]?.after ?? null);
      expect((await inUse())[model]).toBe(kept.at(-1).after.input);
    }
    const id = await lastChange();
    const undone = await Promise.all([takeBack(id, ann), takeBack(id, bob)]);
    expect(undone.map(({ restored }) => restored > 0).filter(Boolean)).toHaveLength(1);
  });

  describe('a change that looks like a slip', () => {
    const unconfirmed = (models: string) => ({
      status: 409,
      body: { code: 'price.unconfirmed', message: expect.stringContaining(models) },
    });
    beforeEach(async () => {
      await make(priceOf('m', { input: 2, output: 8, units: [{ kind: 'image', variant: '', price: 5 }] }));
    });
    const base = priceOf('m', { input: 2, output: 8, units: [{ kind: 'image', variant: '', price: 5 }] });

    it.each<[string, Partial<Price>]>([
      ['above × 10 of the input', { input: 20.000001 }],
      ['below ÷ 10 of the output', { output: 0.799 }],
      ['a unit above × 10', { units: [{ kind: 'image', variant: '', price: 51 }] }],
      ['a unit that goes', { units: [] }],
      ['nothing for what was paid', { output: 0 }],
    ])('is refused until it is confirmed: %s', async (_what, given) => {
      expect(await set({ ...base, ...given })).toMatchObject(unconfirmed('m'));
      const shared = { original_models: ['m'], models: ['m', 'fresh'], price: { ...base, ...given } };
      expect(await site.ask(saveShared, { as: ann, input: shared })).toMatchObject(unconfirmed('m'));
      const listed = [{ ...base, ...given }, priceOf('fresh')];
      expect(await take('merge', listed)).toMatchObject(unconfirmed('m'));
      expect(await inUse()).toEqual({ m: 2 });
      expect(await history('m')).toHaveLength(1);

      expect((await set({ ...base, ...given }, { confirmed: true })).status).toBe(200);
      expect((await take('merge', [base, priceOf('fresh')], { confirmed: 'true' })).status).toBe(200);
      expect((await site.ask(saveShared, { as: ann, input: { ...shared, confirmed: true } })).status).toBe(
        200,
      );
    });

    it('is not ten times as much, a tenth, or another name', async () => {
      expect((await set({ ...base, input: 20, output: 0.8 })).status).toBe(200);
      expect((await set(base)).status).toBe(200);
      const renamed = await site.ask(update, {
        as: ann,
        params: { '*': 'm' },
        input: { ...base, model: 'o' },
      });
      expect(renamed.status).toBe(200);
      const far = { ...base, model: 'p', input: 200 };
      expect(await site.ask(update, { as: ann, params: { '*': 'o' }, input: far })).toMatchObject(
        unconfirmed('o'),
      );
    });

    it('is a new price of nothing', async () => {
      const free = priceOf('free', { input: 0, output: 0 });
      expect(await make(free)).toMatchObject(unconfirmed('free'));
      expect(await take('add', [free])).toMatchObject(unconfirmed('free'));
      const shared = { original_models: [], models: ['free'], price: free };
      expect(await site.ask(saveShared, { as: ann, input: shared })).toMatchObject(unconfirmed('free'));
      expect(await inUse()).toEqual({ m: 2 });
      expect((await make({ ...free, confirmed: true })).status).toBe(200);
      expect((await make(priceOf('embedding', { output: 0 }))).status).toBe(200);
    });
  });
});
