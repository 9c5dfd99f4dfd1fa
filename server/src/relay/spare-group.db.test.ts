import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SeededUser, startTestGateway, type TestGateway } from '../../test/support/test-gateway.ts';

const messages = [{ role: 'user', content: 'Hi' }];
const RATIO = 3;

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
    await useSpare('spare');
  });
  afterEach(() => gateway.stop());

  async function serveInSpare({ id }: { id: number }): Promise<void> {
    await gateway.store.db.updateTable('channels').set({ group: 'spare' }).where('id', '=', id).execute();
    await gateway.core.routing.reload();
  }
  async function useSpare(symbol: string): Promise<void> {
    await gateway.store.db
      .updateTable('tokens')
      .set({ backup_group: symbol })
      .where('id', '=', user.tokenId)
      .execute();
    gateway.core.identities.forgetToken(user.tokenId);
  }
  async function changeSpare(values: { public: 0 | 1 }): Promise<void> {
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
    const [row] = await gateway.logRowsOf(user);
    const { prompt_tokens = 0, completion_tokens = 0, quota = 0 } = row ?? {};
    const { group_name, group_ratio } = row?.metadata ?? {};
    return { group_name, group_ratio, times: quota / (prompt_tokens + completion_tokens) };
  };

  it('calls a model there that its own group does not serve, at the price of the spare group', async () => {
    expect((await ask('only-spare')).status).toBe(200);

    expect(await charged()).toEqual({ group_name: 'spare', group_ratio: RATIO, times: RATIO });
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
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
    await useSpare('');
    expect(await modelsOf()).toEqual(['both']);
  });

  it('does without it where its owner may not use that group any more', async () => {
    await changeSpare({ public: 0 });

    expect((await ask('only-spare')).status).toBe(404);
    expect((await ask('both')).status).toBe(200);
    expect(await modelsOf()).toEqual(['both']);
  });
});
