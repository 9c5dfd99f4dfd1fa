import { role } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const call = { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] };

describe.each(anyDatabase)('a key that names a channel, on $name', ({ open }) => {
  let gateway: TestGateway;
  let admin: SeededUser;
  let channels: { id: number }[];
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    admin = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.store.db
      .updateTable('users')
      .set({ role: role.admin })
      .where('id', '=', admin.id)
      .execute();
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    channels = [
      await gateway.seed.channel({ model: 'm', priority: 9 }),
      await gateway.seed.channel({ model: 'm', priority: 5 }),
      await gateway.seed.channel({ model: 'other' }),
    ];
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const asked = () => channels.map((channel) => gateway.upstream(channel).received.length);
  const idOf = (at: number): number => channels[at]?.id ?? 0;

  it('calls by that channel alone', async () => {
    expect((await gateway.post(`${admin.token}#${idOf(1)}`, call)).status).toBe(200);
    expect(asked()).toEqual([0, 1, 0]);
    gateway.upstream({ id: idOf(1) }).answers(500);
    expect((await gateway.post(`${admin.token}#${idOf(1)}`, call)).status).toBe(502);
    expect(asked()).toEqual([0, 2, 0]);
  });

  it('leaves a channel out, or says nothing here', async () => {
    expect((await gateway.post(`${admin.token}#!${idOf(0)}`, call)).status).toBe(200);
    expect(asked()).toEqual([0, 1, 0]);
    expect((await gateway.post(`${admin.token}#${idOf(1)}#ignore`, call)).status).toBe(200);
    expect(asked()).toEqual([1, 1, 0]);
  });

  it('serves no model that the channel does not have', async () => {
    const reply = await gateway.post(`${admin.token}#${idOf(2)}`, call);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({ error: { code: 'no_channel_available' } });
    expect(asked()).toEqual([0, 0, 0]);
  });

  it('is an administrator’s', async () => {
    const user = await gateway.seed.user({ quota: 1_000_000 });
    const reply = await gateway.post(`${user.token}#${idOf(1)}`, call);
    expect(reply.status).toBe(403);
    expect(await reply.json()).toMatchObject({ error: { code: 'channel_not_allowed' } });
    const list = await fetch(`${gateway.url}/v1/models`, {
      headers: { authorization: `Bearer ${user.token}#${idOf(1)}` },
    });
    expect(list.status).toBe(403);
  });

  it('lists models as without it', async () => {
    const list = await fetch(`${gateway.url}/v1/models`, {
      headers: { authorization: `Bearer ${admin.token}#${idOf(1)}` },
    });
    expect(list.status).toBe(200);
  });

  it.each(['#', '#x', '#1#2', '#!', '#1#ignore#', '#1.5', '#99999999999'])(
    'is no key with %s behind it',
    async (rest) => {
      expect((await gateway.post(admin.token + rest, call)).status).toBe(401);
    },
  );
});
