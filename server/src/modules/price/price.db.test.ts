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

  const { list, modelList, create, update, remove, saveShared, removeMany, lockMany } = priceCalls;
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
    expect(made.body.data).toMatchObject(price('exact', { input: 1e-9, output: 0.1 }));
    expect(await stored('exact')).toMatchObject({
      ...{ input: '0.000000001', output: '0.1', version: 1, extra_ratios: '{"cached_read_tokens":"0.1"}' },
    });
    expect(site.changed.at(-1)).toBe('routing');
    expect(await site.ask(create, { as: admin, input: price('exact') })).toMatchObject({
      status: 409,
      body: { code: 'price.exists', fields: [{ field: 'model' }] },
    });
  });

  it('keeps hours, and makes a version of their change', async () => {
    const rule = { days: [1, 2], from: '22:00', to: '06:00', on_holidays: true, ratio: 0.5 };
    const hours = { time_zone: 'Asia/Shanghai', holidays: ['2027-01-01'], rules: [rule] };
    const made = await site.ask(create, { as: admin, input: price('timed', { hours }) });
    expect(made.body.data).toMatchObject({ hours });
    expect(await stored('timed')).toMatchObject({ version: 1 });
    const change = (given: object) =>
      site.ask(update, { as: admin, params: { '*': 'timed' }, input: price('timed', given) });

    expect((await change({ hours })).body.data.etag).toBe(made.body.data.etag);
    expect(await stored('timed')).toMatchObject({ version: 1 });
    const cheaper = { ...hours, rules: [{ ...rule, ratio: 0.25 }] };
    expect((await change({ hours: cheaper })).body.data).toMatchObject({ hours: cheaper });
    expect(await stored('timed')).toMatchObject({ version: 2 });
    expect(await change({ hours: { ...hours, time_zone: 'Mars/Olympus' } })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'hours.time_zone', code: 'field.unknown_time_zone' }] },
    });
    expect((await change({})).body.data).not.toHaveProperty('hours');
    expect(await stored('timed')).toMatchObject({ version: 3, hours: '' });
  });

  it('raises the version at each change, and knows names with slashes', async () => {
    await site.ask(create, { as: admin, input: price('vendor/model') });
    const change = (model: string, input: object) =>
      site.ask(update, { as: admin, params: { '*': model }, input: { ...input, confirmed: true } });

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

  it('needs the owner of the model', async () => {
    const free = price('ownerless', { channel_type: 0 });
    const refused = (field: string) => ({
      status: 400,
      body: { fields: [{ field, code: 'price.owner_required' }] },
    });
    expect(await site.ask(create, { as: admin, input: free })).toMatchObject(refused('channel_type'));
    expect(
      await site.ask(update, { as: admin, params: { '*': 'gpt-4o' }, input: { ...free, model: 'gpt-4o' } }),
    ).toMatchObject(refused('channel_type'));
    expect(
      await site.ask(saveShared, { as: admin, input: { models: ['ownerless'], price: free } }),
    ).toMatchObject(refused('price.channel_type'));
    expect(await stored('ownerless')).toBeUndefined();

    // A price of an earlier time is still listed, and can be given its owner.
    await site.ask(create, { as: admin, input: price('of-old') });
    await site.db.updateTable('prices').set({ channel_type: 0 }).where('model', '=', 'of-old').execute();
    const listed = (await site.ask(list, {})).body.data as Price[];
    expect(listed.find(({ model }) => model === 'of-old')?.channel_type).toBe(0);
    const owned = await site.ask(update, { as: admin, params: { '*': 'of-old' }, input: price('of-old') });
    expect(owned.body.data.channel_type).toBe(1);
  });

  it('deletes a price once', async () => {
    await site.ask(create, { as: admin, input: price('short/lived') });
    const params = { '*': 'short/lived' };
    expect((await site.ask(remove, { as: admin, params })).status).toBe(200);
    expect((await site.ask(remove, { as: admin, params })).status).toBe(404);
  });

  it('gives several models one price, all or none, and takes it from those that left', async () => {
    const share = (original_models: string[], models: string[], given: object = {}) =>
      site.ask(saveShared, { as: admin, input: { original_models, models, price: price('batch', given) } });

    expect((await share([], ['s/one', 's/two', 's/one'])).status).toBe(200);
    expect(site.changed.at(-1)).toBe('routing');
    expect(await stored('s/one')).toMatchObject({ input: '0.075', version: 1 });
    expect(await stored('batch')).toBeUndefined();

    expect((await share(['s/one', 's/two'], ['s/two', 's/three'], { input: 0.5 })).status).toBe(200);
    expect(await stored('s/one')).toBeUndefined();
    expect(await stored('s/two')).toMatchObject({ input: '0.5', version: 2 });
    expect(await stored('s/three')).toMatchObject({ input: '0.5', version: 1 });

    expect((await share(['s/two'], ['s/four', 'a*b'])).status).toBe(400);
    expect((await share(['s/two'], [])).status).toBe(400);
    expect((await share(['s/two'], ['s/four'], { input: -1 })).status).toBe(400);
    expect(await stored('s/two')).toMatchObject({ input: '0.5' });
    expect(await stored('s/four')).toBeUndefined();
  });

  it('locks and deletes several at once', async () => {
    for (const model of ['b/one', 'b/two']) await site.ask(create, { as: admin, input: price(model) });
    const models = ['b/one', 'b/two', 'b/absent'];

    expect((await site.ask(lockMany, { as: admin, input: { models, locked: true } })).status).toBe(200);
    expect(await stored('b/one')).toMatchObject({ locked: 1, version: 1 });
    expect((await site.ask(removeMany, { as: admin, input: { models } })).status).toBe(200);
    expect(await stored('b/two')).toBeUndefined();

    for (const [call, more] of [
      [removeMany, {}],
      [lockMany, { locked: false }],
    ] as const) {
      const asked = { as: admin, input: { models, ...more } };
      expect(await site.ask(call, asked)).toMatchObject({ status: 404, body: { code: 'price.not_found' } });
    }
  });

  it('names the models that channels offer beside those that have a price', async () => {
    await site.ask(
      { method: 'POST', path: '/api/channel/' },
      { as: admin, input: { type: 1000, name: 'Demo', key: '', models: 'demo-chat,unpriced-model' } },
    );
    const { data } = (await site.ask(modelList, { as: admin })).body;
    expect(data).toEqual(expect.arrayContaining(['gpt-4o', 'demo-chat', 'unpriced-model']));
    expect(data).toEqual([...new Set(data)].sort());
  });

  it('is changed by administrators only', async () => {
    for (const call of [modelList, create, update, remove, saveShared, removeMany, lockMany]) {
      const asked = { params: { '*': 'gpt-4o' }, input: price('x') };
      expect((await site.ask(call, { as: ann, ...asked })).status).toBe(403);
      expect((await site.ask(call, asked)).status).toBe(401);
    }
  });
});
