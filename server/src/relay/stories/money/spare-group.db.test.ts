import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const messages = [{ role: 'user', content: 'Hi' }];
const RATIO = 3;
const OPENAI = 1;

describe('a key with a spare group', () => {
  let gateway: TestGateway;
  let user: SeededUser;

  beforeEach(async () => {
    gateway = await startTestGateway();
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.store.db
      .insertInto('user_groups')
      .values({
        ...{ symbol: 'spare', name: 'Spare', ratio: String(RATIO), api_rate: 1_000_000 },
        ...{ public: 1, enable: 1 },
      })
      .execute();
    for (const model of ['both', 'only-spare']) await gateway.seed.price({ model, input: 1, output: 1 });
    await gateway.seed.channel({ model: 'both' });
    await serveInSpare(await gateway.seed.channel({ model: 'both,only-spare' }));
    await useSpares('spare');
  });
  afterEach(() => gateway.stop());

  async function serveInSpare({ id }: { id: number }): Promise<void> {
    await gateway.store.db.updateTable('channels').set({ group: 'spare' }).where('id', '=', id).execute();
    await gateway.core.routing.reload();
  }
  async function useSpares(...symbols: string[]): Promise<void> {
    await gateway.store.db
      .updateTable('tokens')
      .set({ spare_groups: JSON.stringify(symbols) })
      .where('id', '=', user.tokenId)
      .execute();
    gateway.core.identities.forgetToken(user.tokenId);
  }
  async function changeSpare(values: { public?: 0 | 1; api_rate?: number }): Promise<void> {
    await gateway.store.db.updateTable('user_groups').set(values).where('symbol', '=', 'spare').execute();
    await gateway.core.routing.reload();
  }
  const ask = (model: string) => gateway.post(user.token, { model, messages });
  const modelsOf = async () => {
    const headers = { authorization: `Bearer ${user.token}` };
    const reply = await fetch(`${gateway.url}/v1/models`, { headers });
    return ((await reply.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  const charged = async () => {
    const row = (await gateway.logRowsOf(user)).at(-1);
    const { prompt_tokens = 0, completion_tokens = 0, quota = 0 } = row ?? {};
    const { group_name, group_ratio } = row?.metadata ?? {};
    return { group_name, group_ratio, times: quota / (prompt_tokens + completion_tokens) };
  };

  it('calls a model there that its own group does not serve, at the price of the spare group', async () => {
    expect((await ask('only-spare')).status).toBe(200);

    expect(await charged()).toEqual({ group_name: 'spare', group_ratio: RATIO, times: RATIO });
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });

  it('calls the first of several spare groups that serves the model, in their order', async () => {
    for (const [symbol, ratio] of [
      ['second', '5'],
      ['third', '7'],
    ] as const)
      await gateway.store.db
        .insertInto('user_groups')
        .values({ ...{ symbol, name: symbol, ratio, api_rate: 1_000_000 }, ...{ public: 1, enable: 1 } })
        .execute();
    await gateway.seed.price({ model: 'late', input: 1, output: 1 });
    for (const symbol of ['second', 'third']) {
      const { id } = await gateway.seed.channel({ model: 'late' });
      await gateway.store.db.updateTable('channels').set({ group: symbol }).where('id', '=', id).execute();
    }
    await gateway.core.routing.reload();
    await useSpares('spare', 'gone', 'third', 'second');

    expect((await ask('late')).status).toBe(200);
    expect(await charged()).toEqual({ group_name: 'third', group_ratio: 7, times: 7 });
    expect((await ask('only-spare')).status).toBe(200);
    expect(await charged()).toMatchObject({ group_name: 'spare' });

    await useSpares('second', 'third');
    expect((await ask('late')).status).toBe(200);
    expect(await charged()).toMatchObject({ group_name: 'second' });
    expect(await modelsOf()).toEqual(['both', 'late']);
  });

  it('calls the next spare group while the channels of the first one are turned off', async () => {
    await gateway.store.db
      .insertInto('user_groups')
      .values({
        ...{ symbol: 'second', name: 'Second', ratio: '5', api_rate: 1_000_000 },
        ...{ public: 1, enable: 1 },
      })
      .execute();
    const { id } = await gateway.seed.channel({ model: 'only-spare' });
    const { db } = gateway.store;
    await db.updateTable('channels').set({ group: 'second' }).where('id', '=', id).execute();
    await db.updateTable('channels').set({ status: 2 }).where('group', '=', 'spare').execute();
    await gateway.core.routing.reload();
    await useSpares('spare', 'second');

    expect((await ask('only-spare')).status).toBe(200);
    expect(await charged()).toMatchObject({ group_name: 'second', group_ratio: 5 });
  });

  it('calls every other model in its own group', async () => {
    expect((await ask('both')).status).toBe(200);

    expect(await charged()).toEqual({ group_name: 'default', group_ratio: 1, times: 1 });
  });

  it('calls a model there while the channels of its own group are turned off', async () => {
    await gateway.store.db
      .updateTable('channels')
      .set({ status: 2 })
      .where('group', '=', 'default')
      .execute();
    await gateway.core.routing.reload();

    expect((await ask('both')).status).toBe(200);
    expect(await charged()).toMatchObject({ group_name: 'spare' });
  });

  it('lists the models of both', async () => {
    expect(await modelsOf()).toEqual(['both', 'only-spare']);
    await useSpares();
    expect(await modelsOf()).toEqual(['both']);
  });

  it('counts against the limits of both groups', async () => {
    await changeSpare({ api_rate: 3 });
    const statuses: number[] = [];
    for (let asked = 0; asked < 5; asked += 1) statuses.push((await ask('only-spare')).status);

    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await ask('both')).status).toBe(200);
  });

  it('goes on there from what its vendor keeps, also when its own group serves the model again', async () => {
    await gateway.seed.price({ model: 'keeps', input: 1, output: 1 });
    const own = await gateway.seed.channel({ model: 'keeps', type: OPENAI });
    const spare = await gateway.seed.channel({ model: 'keeps', type: OPENAI });
    await serveInSpare(spare);
    for (const channel of [own, spare])
      gateway.upstream(channel).does((response) => {
        const usage = { input_tokens: 5, output_tokens: 5, total_tokens: 10 };
        const kept = { id: `resp_${channel.id}`, object: 'response', status: 'completed', model: 'keeps' };
        sendJson(response, 200, JSON.stringify({ ...kept, output: [], usage }));
      });
    const turn = async (status: 1 | 2) => {
      await gateway.store.db.updateTable('channels').set({ status }).where('id', '=', own.id).execute();
      await gateway.core.routing.reload();
    };
    const respond = (more: object = {}) =>
      gateway.post(user.token, { model: 'keeps', input: 'Hi', ...more }, { path: '/v1/responses' });
    await turn(2);
    const { id } = (await (await respond()).json()) as { id: string };
    await turn(1);

    expect((await respond({ previous_response_id: id })).status).toBe(200);
    expect((await respond()).status).toBe(200);

    const groups = (await gateway.logRowsOf(user)).map(({ metadata }) => metadata?.group_name);
    expect(groups).toEqual(['spare', 'spare', 'default']);
  });

  it('is that of an administrator’s key that is pinned to a channel of it', async () => {
    await gateway.store.db.updateTable('users').set({ role: 100 }).where('id', '=', user.id).execute();
    gateway.core.identities.forgetUser(user.id);
    const { id } = await gateway.store.db
      .selectFrom('channels')
      .select('id')
      .where('group', '=', 'spare')
      .executeTakeFirstOrThrow();

    const reply = await gateway.post(`${user.token}#${id}`, { model: 'both', messages });

    expect(reply.status).toBe(200);
    expect(await charged()).toMatchObject({ group_name: 'spare' });
  });

  it('does without it where its owner may not use that group any more', async () => {
    await changeSpare({ public: 0 });

    expect((await ask('only-spare')).status).toBe(404);
    expect((await ask('both')).status).toBe(200);
    expect(await modelsOf()).toEqual(['both']);
  });
});
