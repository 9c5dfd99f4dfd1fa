import { type Price, type PriceUpdateMode, priceCalls, priceListCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { AddressError } from '../../platform/net/guarded-fetch.ts';

describe.each(databases)('price lists on $name', (engine) => {
  let site: TestManagement;
  let admin: Person;
  let ann: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann');
  });
  afterAll(() => site.stop());

  const { create } = priceCalls;
  const { sync, read: readList, updateService } = priceListCalls;
  const price = (model: string, given: Partial<Price> = {}): Price => ({
    ...{ model, type: 'tokens', channel_type: 1, input: 1, output: 2, locked: false },
    ...{ extra_ratios: { cached_read_tokens: 0.1 }, units: [], steps: [], tiers: {}, ...given },
  });
  const take = (updateMode: string, list: unknown, as: Person | undefined = admin) =>
    site.ask(sync, { as, query: updateMode === '' ? {} : { updateMode }, input: list });
  const stored = async () =>
    Object.fromEntries(
      (await site.db.selectFrom('prices').select(['model', 'input', 'version']).execute()).map(
        ({ model, input, version }) => [model, `${Number(input)} v${version}`],
      ),
    );

  describe('taken', () => {
    beforeEach(async () => {
      await site.db.deleteFrom('prices').execute();
      await site.db.deleteFrom('price_versions').execute();
      for (const one of [price('same'), price('old'), price('kept', { locked: true }), price('ours')]) {
        await site.ask(create, { as: admin, input: one });
      }
    });
    const list = [
      price('same'),
      price('old', { input: 5 }),
      price('kept', { input: 5 }),
      price('new*', { input: 5 }),
    ];
    const before = { same: '1 v1', old: '1 v1', kept: '1 v1', ours: '1 v1' };
    const onlyNew = { counts: { added: 1, changed: 0, removed: 0, locked: 0 }, after: { 'new*': '5 v1' } };

    it.each<[PriceUpdateMode | '' | 'unheard', { counts: object; after: object }]>([
      ['', onlyNew],
      ['system', onlyNew],
      ['add', onlyNew],
      ['unheard', onlyNew],
      ['update', { counts: { added: 0, changed: 1, removed: 0, locked: 1 }, after: { old: '5 v2' } }],
      [
        'merge',
        { counts: { added: 1, changed: 1, removed: 0, locked: 1 }, after: { old: '5 v2', 'new*': '5 v1' } },
      ],
      [
        'overwrite',
        {
          counts: { added: 1, changed: 1, removed: 1, locked: 1 },
          after: { old: '5 v2', 'new*': '5 v1', ours: undefined },
        },
      ],
    ])('by mode "%s"', async (mode, { counts, after }) => {
      site.changed.length = 0;
      expect(await take(mode, list)).toMatchObject({ status: 200, body: { data: counts } });

      expect(await stored()).toEqual(JSON.parse(JSON.stringify({ ...before, ...after })));
      expect(site.changed).toEqual(['routing']);
    });

    it('keeps hours that the list does not have, and takes those that it has', async () => {
      const rule = { days: [1], from: '01:00', to: '04:00', on_holidays: false, ratio: 2 };
      const hours = { time_zone: 'UTC', holidays: [], rules: [rule] };
      const other = { ...hours, time_zone: 'Asia/Shanghai' };
      await site.ask(create, { as: admin, input: price('timed', { hours }) });
      const hoursOf = async () => {
        const { body } = await site.ask(priceCalls.list);
        return (body.data as Price[]).find(({ model }) => model === 'timed')?.hours;
      };
      await take('update', [price('timed')]);
      expect([(await stored()).timed, await hoursOf()]).toEqual(['1 v1', hours]);
      await take('overwrite', [price('timed', { input: 2 })]);
      expect([(await stored()).timed, await hoursOf()]).toEqual(['2 v2', hours]);
      await take('update', [price('timed', { input: 2, hours: other })]);
      expect([(await stored()).timed, await hoursOf()]).toEqual(['2 v3', other]);
    });

    it('keeps a locked price that the list does not name', async () => {
      const { body } = await take('overwrite', [price('new')]);
      expect(body.data).toEqual({ added: 1, changed: 0, removed: 3, locked: 0 });
      expect(await stored()).toEqual({ kept: '1 v1', new: '5 v1'.replace('5', '1') });
    });

    it('takes owner, kind, extra ratios and lock as the list has them, in exact decimals', async () => {
      const other = price('old', {
        ...{ type: 'times', channel_type: 14, input: 1e-9, output: 0, locked: true },
        extra_ratios: { reasoning_tokens: 0.3 },
      });
      const taken = await site.ask(sync, {
        ...{ as: admin, input: [other] },
        query: { updateMode: 'update', confirmed: 'true' },
      });
      expect(taken.body.data.changed).toBe(1);
      const rows = await site.ask(priceCalls.list, {});
      expect(rows.body.data.find(({ model }: Price) => model === 'old')).toMatchObject(other);
    });

    it('writes more than a statement holds, and one log row', async () => {
      const many = Array.from({ length: 1200 }, (_, index) => price(`many-${index}`));
      expect((await take('overwrite', many)).body.data).toMatchObject({ added: 1200, removed: 3 });
      expect((await take('merge', many)).body.data).toMatchObject({ added: 0, changed: 0 });

      const notes = await site.db
        .selectFrom('logs')
        .select(['type', 'username', 'content'])
        .where('content', 'like', 'prices (%+1200%')
        .execute();
      expect(notes).toEqual([{ type: 3, username: 'admin', content: 'prices (overwrite): +1200 ±0 −3' }]);
    });

    it.each([
      ['nothing', [], '', 'too_small'],
      ['a bad price', [price('new'), price('bad', { input: -1 })], '1.input', 'too_small'],
      [
        'a price without an owner',
        [price('new', { channel_type: 0 })],
        '0.channel_type',
        'price.owner_required',
      ],
      ['a model twice', [price('new'), price('new')], '', 'price.repeated'],
      ['no list', { data: [] }, '', 'invalid_type'],
    ])('refuses %s and changes nothing', async (_what, bad, field, code) => {
      expect(await take('overwrite', bad)).toMatchObject({
        status: 400,
        body: { fields: [{ field, code }] },
      });
      expect(await stored()).toEqual(before);
    });
  });

  describe('read', () => {
    const URL = 'https://prices.test/list.json';
    const read = (input: object, as: Person | undefined = admin) => site.ask(readList, { as, input });
    const answering = (text: string) => {
      site.fakes.guardedFetch = async () => ({
        status: 200,
        bytes: Buffer.from(text),
        contentType: '',
        headers: {},
      });
    };
    let real: typeof site.fakes.guardedFetch;
    beforeAll(() => {
      real = site.fakes.guardedFetch;
    });
    beforeEach(() => {
      site.fakes.guardedFetch = real;
    });

    it('is the built-in one without an address', async () => {
      const { body } = await read({});
      expect(body.data).toMatchObject({ bad_count: 0, bad: [] });
      expect(body.data.prices.find(({ model }: Price) => model === 'gpt-4o')).toMatchObject({ input: 1.25 });
      expect((await site.ask(updateService, { as: admin })).body.data).toBe(
        'http://gateway.test/api/prices?type=default',
      );
    });

    it.each([(list: unknown) => list, (data: unknown) => ({ data })])(
      'counts and names what is no price, and changes nothing',
      async (wrap) => {
        const rows = await site.dump();
        const bad = Array.from({ length: 25 }, (_, index) => ({ ...price(`bad-${index}`), input: 'x' }));
        const list = [
          price('good'),
          null,
          { type: 'tokens' },
          price('good'),
          price('free', { channel_type: 0 }),
          ...bad,
          price('last'),
        ];
        answering(JSON.stringify(wrap(list)));

        const { data } = (await read({ url: URL })).body;

        expect(data.prices).toEqual([price('good'), price('last')]);
        expect(data.bad_count).toBe(29);
        expect(data.bad).toHaveLength(29);
        expect(data.bad.slice(0, 5)).toEqual([
          { place: 2, model: '', field: '', code: 'invalid_type' },
          { place: 3, model: '', field: 'model', code: 'required' },
          { place: 4, model: 'good', field: 'model', code: 'price.repeated' },
          { place: 5, model: 'free', field: 'channel_type', code: 'price.owner_required' },
          { place: 6, model: 'bad-0', field: 'input', code: 'invalid_type' },
        ]);
        expect(await site.dump()).toBe(rows);
      },
    );

    it.each(['<html>', '{"prices":[]}', '"text"', 'null'])('refuses %s', async (text) => {
      answering(text);
      expect(await read({ url: URL })).toMatchObject({
        status: 502,
        body: { code: 'price_list.unreadable' },
      });
    });

    it('is a file that is sent, larger than other bodies may be, and changes nothing', async () => {
      const rows = await site.dump();
      const models = Object.fromEntries(
        Array.from({ length: 3000 }, (_, index) => [
          `m-${index}`,
          { litellm_provider: 'openai', input_cost_per_token: 2e-6, source: 'x'.repeat(1000) },
        ]),
      );
      const { status, body } = await read({ file: JSON.stringify(models) });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ format: 'litellm', bad_count: 0 });
      expect(body.data.prices).toHaveLength(3000);
      expect(await site.dump()).toBe(rows);

      expect(await read({ file: '{' })).toMatchObject({
        status: 400,
        body: { code: 'price_list.wrong_file' },
      });
      expect((await read({ file: ' '.repeat(13 * 2 ** 20) })).status).toBe(413);
      const other = { ...price('x'), extra: ' '.repeat(2 * 2 ** 20) };
      expect((await site.ask(create, { as: admin, input: other })).status).toBe(413);
    });

    it('refuses more prices than a list may have', async () => {
      answering(JSON.stringify(new Array(5001).fill(1)));
      expect((await read({ url: URL })).body.code).toBe('price_list.too_large');
    });

    it.each(['unreachable', 'too_large'] as const)('says that the address is %s', async (fault) => {
      site.fakes.guardedFetch = async (_url, { limitBytes, timeoutMs }) => {
        expect({ limitBytes, timeoutMs }).toEqual({ limitBytes: 10 * 2 ** 20, timeoutMs: 10_000 });
        throw new AddressError(fault);
      };
      expect(await read({ url: URL })).toMatchObject({ status: 502, body: { code: `price_list.${fault}` } });
    });

    it('refuses addresses of private networks, for root too, and what is no address', async () => {
      const code = 'price_list.private_network';
      for (const person of [admin, await site.root()]) {
        expect(await read({ url: 'http://127.0.0.1:9/prices.json' }, person)).toMatchObject({
          status: 400,
          body: { code, fields: [{ field: 'url', code }] },
        });
      }
      for (const url of ['file:///etc/passwd', 'prices.json', 'http://']) {
        expect(await read({ url })).toMatchObject({ status: 400, body: { fields: [{ field: 'url' }] } });
      }
    });
  });

  it('is for administrators only', async () => {
    for (const call of [sync, readList, updateService]) {
      const input = call === sync ? [price('x')] : call === readList ? {} : undefined;
      expect((await site.ask(call, { as: ann, input })).status).toBe(403);
      expect((await site.ask(call, { input })).status).toBe(401);
    }
  });
});
