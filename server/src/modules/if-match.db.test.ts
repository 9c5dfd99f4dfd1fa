import {
  type Call,
  channelCalls,
  modelCalls,
  optionCalls,
  priceCalls,
  tokenCalls,
  userCalls,
  userGroupCalls,
} from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strictDatabase } from '../../test/support/databases.ts';
import { startTestManagement, type TestManagement } from '../../test/support/test-management.ts';

const ROUNDS = 6;

interface Entry {
  /** Answers its `etag` now. */
  read: () => Promise<string>;
  update: { call: Call; params?: Record<string, string> };
  /** Inputs of two people; each differs from the stored values. */
  input: (name: string) => object;
}

describe.each(strictDatabase)('a change with If-Match on $name', (engine) => {
  let site: TestManagement;
  let entries: Record<string, Entry>;
  const ask = async (call: Call, asked: Parameters<TestManagement['ask']>[1] = {}) => {
    const answer = await site.ask(call, { as: await site.root(), ...asked });
    return answer;
  };
  const change = ({ update: { call, params = {} } }: Entry, input: object, tag?: string) =>
    ask(call, { params, input, ...(tag !== undefined && { headers: { 'if-match': tag } }) });

  beforeAll(async () => {
    site = await startTestManagement(engine);
    const create = async (call: Call, input: object): Promise<number> => {
      const { status, body } = await ask(call, { input });
      expect(status).toBe(200);
      return body.data.id;
    };
    const readBy = (call: Call, id: number) => async () => {
      const { body, headers } = await ask(call, { params: { id } });
      expect(headers.etag).toBe(body.data.etag);
      return body.data.etag;
    };
    const channel = await create(channelCalls.create, { type: 1, name: 'c', key: 'sk-1', models: 'gpt-4o' });
    const group = await create(userGroupCalls.create, {
      ...{ symbol: 'g', name: 'g', ratio: 1, api_rate: 60, public: false },
    });
    const token = await create(tokenCalls.create, {
      ...{ name: 't', expired_time: -1, remain_quota: 5, unlimited_quota: false },
    });
    const user = await site.seed.person('someone');
    const price = { type: 'tokens', channel_type: 1, input: 1, output: 2 };
    for (const model of ['one', 'two']) await ask(priceCalls.create, { input: { ...price, model } });
    const priceTag = async (model: string): Promise<string> => {
      const { body } = await ask(priceCalls.list);
      return body.data.find((one: { model: string }) => one.model === model).etag;
    };
    let ratio = 2;
    entries = {
      channel: {
        read: readBy(channelCalls.get, channel),
        update: { call: channelCalls.update },
        input: (name) => ({ id: channel, name }),
      },
      user: {
        read: readBy(userCalls.get, user.id),
        update: { call: userCalls.update },
        input: (name) => ({ id: user.id, display_name: name }),
      },
      'user group': {
        read: readBy(userGroupCalls.get, group),
        update: { call: userGroupCalls.update },
        input: (name) => ({ id: group, name, ratio: 1, api_rate: 60, public: false }),
      },
      token: {
        read: readBy(tokenCalls.get, token),
        update: { call: tokenCalls.update },
        input: (name) => ({ id: token, name, remain_quota: 5 }),
      },
      'model owner, built in': {
        read: readBy(modelCalls.owner, 1),
        update: { call: modelCalls.updateOwner },
        input: (name) => ({ id: 1, name, icon: '' }),
      },
      price: {
        read: () => priceTag('one'),
        update: { call: priceCalls.update, params: { '*': 'one' } },
        input: () => ({ ...price, model: 'one', input: ratio++, confirmed: true }),
      },
      'shared price': {
        read: async () => [await priceTag('two'), '"of another model"'].join(', '),
        update: { call: priceCalls.saveShared },
        input: () => ({
          original_models: ['two'],
          models: ['two', 'three'],
          price: { ...price, model: 'x', input: ratio++ },
          confirmed: true,
        }),
      },
      option: {
        read: async () => {
          const { body } = await ask(optionCalls.list);
          return body.data.find(({ key }: { key: string }) => key === 'Notice').etag;
        },
        update: { call: optionCalls.updateMany },
        input: (name) => ({ options: [{ key: 'Notice', value: name }] }),
      },
    };
  });
  afterAll(() => site.stop());

  const kinds = [
    ...['channel', 'user', 'user group', 'token', 'model owner, built in'],
    ...['price', 'shared price', 'option'],
  ];

  it.each(kinds)('is made by exactly one of two people at once: %s', async (kind) => {
    const entry = entries[kind] as Entry;
    for (let round = 0; round < ROUNDS; round += 1) {
      const tag = await entry.read();
      const answers = await Promise.all([
        change(entry, entry.input(`a ${round}`), tag),
        change(entry, entry.input(`b ${round}`), tag),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect(answers.find(({ status }) => status === 412)?.body.code).toBe('request.changed_meanwhile');
    }
  });

  it.each(kinds)('is refused to an old state, and made to the present, any or no state: %s', async (kind) => {
    const entry = entries[kind] as Entry;
    const old = await entry.read();
    expect((await change(entry, entry.input('first'), old)).status).toBe(200);
    expect(await entry.read()).not.toBe(old);
    expect((await change(entry, entry.input('second'), old)).status).toBe(412);
    expect((await change(entry, entry.input('third'))).status).toBe(200);
    expect((await change(entry, entry.input('fourth'), '*')).status).toBe(200);
    const weak = `"x", W/${(await entry.read()).split(',')[0]}`;
    expect((await change(entry, entry.input('fifth'), weak)).status).toBe(200);
  });

  it('is not refused because calls were charged meanwhile', async () => {
    const { token, channel, user } = entries as { token: Entry; channel: Entry; user: Entry };
    const before = await Promise.all([token, channel, user].map(({ read }) => read()));
    await site.db
      .updateTable('tokens')
      .set((eb) => ({ used_quota: eb('used_quota', '+', 2), remain_quota: eb('remain_quota', '-', 2) }))
      .execute();
    await site.db.updateTable('channels').set({ used_quota: 2, response_time: 9, test_time: 9 }).execute();
    await site.db.updateTable('users').set({ used_quota: 2, quota: 7, request_count: 1 }).execute();
    expect(await Promise.all([token, channel, user].map(({ read }) => read()))).toEqual(before);
  });

  it('is not taken by a call that does not look at the state, instead of being ignored', async () => {
    const input = { symbol: 'gone', name: 'gone', ratio: 1, api_rate: 60, public: false };
    const { id } = (await ask(userGroupCalls.create, { input })).body.data;
    const remove = (tag?: string) =>
      ask(userGroupCalls.remove, {
        params: { id },
        ...(tag !== undefined && { headers: { 'if-match': tag } }),
      });

    expect(await remove('"an old state"')).toMatchObject({
      status: 400,
      body: { code: 'request.if_match_not_taken' },
    });
    expect((await ask(userGroupCalls.get, { params: { id } })).status).toBe(200);
    expect((await remove('*')).status).toBe(200);
  });
});
