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

  const asPinned = (at: number, model = 'm') =>
    gateway.post(`${admin.token}#${idOf(at)}`, { ...call, model });
  const codeOf = async (reply: Response) => ((await reply.json()) as { error: { code: string } }).error.code;
  const changeChannel = async (
    at: number,
    values: { group?: string; model_mapping?: string; status?: 2 },
  ) => {
    await gateway.store.db.updateTable('channels').set(values).where('id', '=', idOf(at)).execute();
    await gateway.core.routing.reload();
  };

  it('uses a model that the channel does not list, at its price', async () => {
    await gateway.seed.price({ model: 'unlisted', input: 7, output: 7 });

    expect((await asPinned(2, 'unlisted')).status).toBe(200);

    expect(asked()).toEqual([0, 0, 1]);
    const [row] = await gateway.logRowsOf(admin);
    const { channel_id, model_name, prompt_tokens = 0, completion_tokens = 0, quota } = row ?? {};
    expect({ channel_id, model_name }).toEqual({ channel_id: idOf(2), model_name: 'unlisted' });
    expect(quota).toBe(7 * (prompt_tokens + completion_tokens));
    expect((await gateway.post(admin.token, { ...call, model: 'unlisted' })).status).toBe(404);
  });

  it('uses the channel where another one lists the model', async () => {
    expect((await asPinned(2)).status).toBe(200);
    expect(asked()).toEqual([0, 0, 1]);
  });

  it('keeps to the mapping of the channel', async () => {
    await changeChannel(2, { model_mapping: '{"unlisted":"m"}' });
    expect((await asPinned(2, 'unlisted')).status).toBe(200);
    expect(gateway.upstream({ id: idOf(2) }).received[0]?.body).toMatchObject({ model: 'm' });
  });

  it('uses no model without a price', async () => {
    const reply = await asPinned(2, 'unlisted');
    expect(reply.status).toBe(404);
    expect(await codeOf(reply)).toBe('model_not_priced');
    expect(asked()).toEqual([0, 0, 0]);
  });

  it.each([
    ['of another group', { group: 'vip' }],
    ['that is turned off', { status: 2 }],
  ] as const)('uses no channel %s', async (_what, values) => {
    await changeChannel(2, values);
    const reply = await asPinned(2);
    expect(reply.status).toBe(503);
    expect(await codeOf(reply)).toBe('no_channel_available');
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
