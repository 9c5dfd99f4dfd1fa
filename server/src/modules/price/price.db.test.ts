import { type Price, priceCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('prices on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann');
  });
  afterAll(() => site.stop());

  const { list, modelList, create, update, remove } = priceCalls;
  const price = (model: string, given: object = {}) => ({
    ...{ model, type: 'tokens', channel_type: 1, input: 0.075, output: 0.3, locked: false },
    ...{ extra_ratios: { cached_read_tokens: 0.1 }, ...given },
  });
  const stored = (model: string) =>
    site.db.selectFrom('prices').selectAll().where('model', '=', model).executeTakeFirst();

  it('lists prices in use and built-in ones to everybody, by owner and model', async () => {
    for (const type of ['db', 'default']) {
      const { body } = await site.ask(list, { query: { type } });
      const prices = body.data as Price[];
      expect(prices.length).toBeGreaterThanOrEqual(60);
      const order = [...prices].sort(
        (a, b) => a.channel_type - b.channel_type || (a.model < b.model ? -1 : 1),
      );
      expect(prices.map(({ model }) => model)).toEqual(order.map(({ model }) => model));
      expect(prices.find(({ model }) => model === 'gpt-4o')).toMatchObject({ input: 1.25, output: 5 });
    }
    expect((await site.ask(list, { query: { type: 'old' } })).status).toBe(400);
    expect((await site.ask(modelList, { as: admin })).body.data).toContain('gpt-4o');
  });

  it('keeps ratios as exact decimals', async () => {
    const made = await site.ask(create, { as: admin, input: price('exact', { input: 1e-9, output: 0.1 }) });
    expect(made.body.data).toEqual(price('exact', { input: 1e-9, output: 0.1 }));
    expect(await stored('exact')).toMatchObject({
      ...{ input: '0.000000001', output: '0.1', version: 1, extra_ratios: '{"cached_read_tokens":"0.1"}' },
    });
    expect(site.changed.at(-1)).toBe('routing');
    expect(await site.ask(create, { as: admin, input: price('exact') })).toMatchObject({
      status: 409,
      body: { code: 'price.exists', fields: [{ field: 'model' }] },
    });
  });

  it('raises the version at each change, and knows names with slashes', async () => {
    await site.ask(create, { as: admin, input: price('vendor/model') });
    const change = (model: string, input: object) =>
      site.ask(update, { as: admin, params: { '*': model }, input });

    const changed = await change('vendor/model', price('vendor/model', { type: 'times', input: 2 }));
    expect(changed.body.data).toMatchObject({ type: 'times', input: 2, output: 0 });
    expect((await stored('vendor/model'))?.version).toBe(2);
    expect((await change('vendor/model', price('vendor/new'))).status).toBe(200);
    expect(await stored('vendor/model')).toBeUndefined();
    expect(await change('vendor/new', price('exact'))).toMatchObject({
      status: 409,
      body: { code: 'price.exists' },
    });
    expect(await change('absent', price('absent'))).toMatchObject({
      status: 404,
      body: { code: 'price.not_found' },
    });
    const bad = await change(
      'vendor/new',
      price('a*b', { input: -1, type: 'free', extra_ratios: { magic: 1 } }),
    );
    expect(bad.body.fields).toEqual(
      expect.arrayContaining([
        { field: 'model', code: 'channel.wildcard_not_last' },
        { field: 'input', code: 'too_small' },
        { field: 'type', code: 'invalid_value' },
      ]),
    );
  });

  it('deletes a price once', async () => {
    await site.ask(create, { as: admin, input: price('short/lived') });
    const params = { '*': 'short/lived' };
    expect((await site.ask(remove, { as: admin, params })).status).toBe(200);
    expect((await site.ask(remove, { as: admin, params })).status).toBe(404);
  });

  it('is changed by administrators only', async () => {
    for (const call of [modelList, create, update, remove]) {
      const asked = { params: { '*': 'gpt-4o' }, input: price('x') };
      expect((await site.ask(call, { as: ann, ...asked })).status).toBe(403);
      expect((await site.ask(call, asked)).status).toBe(401);
    }
  });
});
