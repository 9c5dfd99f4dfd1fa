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
    expect(body.data).toContainEqual({ id: 14, name: 'Anthropic', icon: 'anthropic' });
    expect((await site.ask(modelCalls.ownersById)).body.data['14'].name).toBe('Anthropic');
  });
});
