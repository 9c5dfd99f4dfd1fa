import { modelCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';

describe.each(databases)('models on $name', (engine) => {
  let site: TestManagement;
  let root: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());

  const addChannel = async (models: string, group: string) =>
    site.ask(
      { method: 'POST', path: '/api/channel/' },
      { as: root, input: { type: 1000, name: 'c', key: '', models, group } },
    );

  it('shows what an enabled channel serves in a group that the reader sees, with its price', async () => {
    await site.ask(
      { method: 'POST', path: '/api/prices/single' },
      { as: root, input: { model: 'wild-*', type: 'times', channel_type: 1000, input: 1, output: 0 } },
    );
    await addChannel('demo-chat,wild-*,wild-one,no-price', 'default,vip');
    await addChannel('demo-chat,demo-embedding', 'vip');
    const off = await addChannel('gpt-4o', 'default');
    await site.ask(
      { method: 'PUT', path: '/api/channel/' },
      { as: root, input: { id: off.body.data.id, status: 2 } },
    );
    const ann = await site.seed.person('ann', { group: 'vip' });

    const anybody = (await site.ask(modelCalls.available)).body.data;
    const member = (await site.ask(modelCalls.available, { as: ann })).body.data;

    expect(Object.keys(anybody)).toEqual(['demo-chat', 'wild-*', 'wild-one']);
    expect(anybody['demo-chat']).toMatchObject({
      groups: ['default'],
      owned_by: 'Demo',
      price: { input: 1, output: 3 },
    });
    expect(anybody['wild-one'].price.model).toBe('wild-*');
    expect(Object.keys(member)).toEqual(['demo-chat', 'demo-embedding', 'wild-*', 'wild-one']);
    expect(member['demo-chat'].groups).toEqual(['default', 'vip']);
  });

  it('names the owners, as a list and by number', async () => {
    const { body } = await site.ask(modelCalls.owners);
    expect(body.data).toContainEqual({
      id: 14,
      name: 'Anthropic',
      icon: 'anthropic',
      etag: expect.any(String),
    });
    expect((await site.ask(modelCalls.ownersById)).body.data['14'].name).toBe('Anthropic');
  });

  describe('owners of the site', () => {
    const { owner, owners, createOwner, updateOwner, removeOwner } = modelCalls;
    const create = (input: object, as: Person | undefined = root) => site.ask(createOwner, { as, input });
    const one = (id: number, as: Person | undefined = root) => ({ as, params: { id } });

    it('are added, changed and shown among the built-in ones', async () => {
      const acme = { id: 1001, name: 'Acme', icon: '/acme.svg' };
      expect((await create(acme)).body.data).toEqual(acme);
      expect(await create(acme)).toMatchObject({ status: 409, body: { code: 'model_owner.id_taken' } });
      expect(await create({ ...acme, id: 1000 })).toMatchObject({
        status: 409,
        body: { fields: [{ field: 'id' }] },
      });

      const changed = { ...acme, name: 'Acme AI', icon: 'data:image/png;base64,AAAA' };
      expect((await site.ask(updateOwner, { as: root, input: changed })).body.data).toMatchObject(changed);
      expect((await site.ask(owner, one(1001))).body.data).toMatchObject(changed);
      const ids = (await site.ask(owners)).body.data.map(({ id }: { id: number }) => id);
      expect(ids.at(-1)).toBe(1001);
      expect(ids).toContain(14);
    });

    it('may rename a built-in one, but not delete it', async () => {
      const renamed = { id: 16, name: 'Z.ai', icon: 'zhipu' };
      expect((await site.ask(updateOwner, { as: root, input: renamed })).status).toBe(200);
      expect((await site.ask(owners)).body.data).toContainEqual({ ...renamed, etag: expect.any(String) });
      expect(site.changed.at(-1)).toBe('routing');
      expect(await site.ask(removeOwner, one(16))).toMatchObject({
        status: 409,
        body: { code: 'model_owner.built_in' },
      });
    });

    it('are deleted once no price names them', async () => {
      await create({ id: 1002, name: 'Gone soon', icon: '' });
      const price = { model: 'of-gone-soon', type: 'tokens', channel_type: 1002, input: 1, output: 1 };
      await site.ask({ method: 'POST', path: '/api/prices/single' }, { as: root, input: price });
      expect(await site.ask(removeOwner, one(1002))).toMatchObject({
        status: 409,
        body: { code: 'model_owner.in_use' },
      });
      await site.ask(
        { method: 'DELETE', path: '/api/prices/single/*' },
        { as: root, params: { '*': 'of-gone-soon' } },
      );
      expect((await site.ask(removeOwner, one(1002))).status).toBe(200);
      expect((await site.ask(owner, one(1002))).status).toBe(404);
      expect((await site.ask(removeOwner, one(1002))).status).toBe(404);
      const input = { id: 1002, name: 'x', icon: '' };
      expect((await site.ask(updateOwner, { as: root, input })).status).toBe(404);
    });

    it.each([
      'https:elsewhere.example/logo.png',
      `https://elsewhere.example/${'x'.repeat(800)}`,
      '//elsewhere.example/logo.png',
      '/\\elsewhere.example/logo.png',
      'javascript:alert(1)',
      'data:text/html,x',
      'Open AI',
    ])('take no picture from %s', async (icon) => {
      expect((await create({ id: 1500, name: 'x', icon })).body.fields).toEqual([
        { field: 'icon', code: 'model_owner.wrong_icon' },
      ]);
    });

    it('are for administrators', async () => {
      expect((await create({ id: 999, name: '', icon: '' })).body.fields).toHaveLength(2);
      const common = await site.seed.person('common');
      const input = { id: 1600, name: 'x', icon: '' };
      for (const call of [owner, createOwner, updateOwner, removeOwner]) {
        expect((await site.ask(call, { as: common, params: { id: 1 }, input })).status).toBe(403);
        expect((await site.ask(call, { params: { id: 1 }, input })).status).toBe(401);
      }
    });
  });
});
