import { refusedCallCalls, role } from '@turnpike/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { newRequestId } from '../../platform/secrets/random-ids.ts';
import { RefusedCalls } from './refused-calls.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 16 };

describe.each(databases)('refused calls on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    await gateway.seed.channel({ model: 'm' });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  /** Sums over all minutes: the clock may pass one. */
  const sums = async () => {
    await gateway.core.relay.refusedCalls.flush();
    const rows = await gateway.store.db.selectFrom('refused_calls').selectAll().orderBy('id').execute();
    const counts: Record<string, number> = {};
    for (const { user_id, token_id, reason, count } of rows) {
      const name = `${user_id} ${token_id} ${reason}`;
      counts[name] = (counts[name] ?? 0) + count;
    }
    return { rows, counts };
  };
  const call = async (token: string, body: object | string = hello) =>
    (await gateway.post(token, body)).text();

  it('are summed by key and reason with the last as examples, and none that has a log row', async () => {
    await call(user.token);
    await call(user.token, '{');
    await call(user.token, { ...hello, model: 'nothing' });
    await call('sk-wrong');
    expect((await sums()).counts).toEqual({
      [`${user.id} ${user.tokenId} request.malformed_json`]: 1,
      [`${user.id} ${user.tokenId} model.not_found`]: 1,
      '0 0 token.invalid': 1,
    });
    await call(user.token, { ...hello, model: 'nothing' });
    const { rows, counts } = await sums();
    expect(counts[`${user.id} ${user.tokenId} model.not_found`]).toBe(2);
    const examples = rows.filter(({ reason }) => reason === 'model.not_found').map((row) => row.examples);
    expect(JSON.parse(examples.at(-1) ?? '').at(-1)).toMatchObject({
      ...{ path: '/v1/chat/completions', model: 'nothing', source_ip: '127.0.0.1' },
      message: 'The model `nothing` does not exist or is not available to this API key.',
    });
    expect(await gateway.logRowsOf(user)).toHaveLength(1);
  });

  it.each([
    ['token.expired', 'tokens', { expired_time: 1 }],
    ['token.disabled', 'tokens', { status: 2 }],
    ['token.owner_disabled', 'users', { status: 2 }],
    ['token.address_not_allowed', 'tokens', { allowed_addresses: JSON.stringify(['192.0.2.0/24']) }],
  ] as const)('%s is counted as of the key and its owner', async (reason, table, change) => {
    await gateway.store.db
      .updateTable(table)
      .set(change)
      .where('id', '=', table === 'users' ? user.id : user.tokenId)
      .execute();
    await call(user.token);
    expect((await sums()).counts).toEqual({ [`${user.id} ${user.tokenId} ${reason}`]: 1 });
  });

  const listModels = (token: string) =>
    fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${token}` } });

  it('a spent key and a pinned one are counted as of the key and its owner', async () => {
    await gateway.store.db.updateTable('tokens').set({ unlimited_quota: 0, remain_quota: 0 }).execute();
    await call(user.token);
    await call(`${user.token}#7`);
    expect((await sums()).counts).toEqual({
      [`${user.id} ${user.tokenId} quota.token_insufficient`]: 1,
      [`${user.id} ${user.tokenId} token.pin_not_allowed`]: 1,
    });
  });

  it('questions of a refused key that no channel answers are counted too, without the key', async () => {
    await gateway.store.db.updateTable('tokens').set({ expired_time: 1 }).execute();
    await call(`${user.token}#7`);
    const models = await listModels(user.token);
    await listModels('sk-wrong');
    const { rows, counts } = await sums();
    expect(models.status).toBe(401);
    expect(counts).toEqual({
      [`${user.id} ${user.tokenId} token.expired`]: 2,
      '0 0 token.invalid': 1,
    });
    expect(JSON.stringify(rows)).toContain(models.headers.get('x-request-id'));
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${user.token}|sk-wrong`));
  });

  it('say what the caller was told: whose budget is spent, its period and models', async () => {
    await gateway.seed.budget(user, { period: 'day', model: 'm', points: 1 });
    const told = JSON.parse(await call(user.token)).error.message as string;
    const { rows } = await sums();
    const [example] = JSON.parse(rows[0]?.examples ?? '');
    expect(example.message).toMatch(
      /^The budget of this API key per day for m does not pay for this call before \S+Z\.$/,
    );
    expect(told).toContain(example.message);
    await call(user.token, { ...hello, model: 'n'.repeat(200) });
    const cut = (await sums()).rows.find(({ reason }) => reason === 'model.not_found');
    expect(JSON.parse(cut?.examples ?? '')[0].message).toMatch(/^The model `n{189}$/);
  });

  it('a flood writes a few rows', async () => {
    await gateway.store.db.updateTable('tokens').set({ requests_per_minute: 5 }).execute();
    await Promise.all(Array.from({ length: 300 }, () => call(user.token)));
    await Promise.all(Array.from({ length: 50 }, (_, index) => call(`sk-${index}`)));
    const { rows, counts } = await sums();
    expect(counts).toMatchObject({
      [`${user.id} ${user.tokenId} rate.requests`]: expect.any(Number),
      '0 0 token.invalid': 50,
    });
    expect(counts[`${user.id} ${user.tokenId} rate.requests`]).toBeGreaterThanOrEqual(290);
    expect(rows.length).toBeLessThanOrEqual(6);
    for (const { examples } of rows) expect(JSON.parse(examples).length).toBeLessThanOrEqual(20);
  });

  it('a call whose channels are all at their limits writes no log row and holds nothing', async () => {
    await gateway.store.db.updateTable('channels').set({ requests_per_minute: 1 }).execute();
    await gateway.core.routing.reload();
    for (let one = 0; one < 4; one += 1) await call(user.token);
    expect((await sums()).counts).toEqual({ [`${user.id} ${user.tokenId} rate.channels`]: 3 });
    expect(await gateway.logRowsOf(user)).toHaveLength(1);
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
  });
});

describe.each(databases)('a refused call on $name', (engine) => {
  let site: TestManagement;
  let refusedCalls: RefusedCalls;
  let admin: Person;
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann');
    bob = await site.seed.person('bob');
    refusedCalls = new RefusedCalls({
      ...{ db: site.db, clock: site.deps.clock },
      onFailure: (cause) => expect.unreachable(String(cause)),
    });
  });
  afterAll(async () => {
    await refusedCalls.close();
    await site.stop();
  });

  const newId = () => newRequestId(site.now() * 1000);
  const refuse = (model: string, requestId = newId()): string => {
    refusedCalls.note({
      ...{ requestId, caller: { request: { url: '/v1/responses' }, sourceIp: '192.0.2.1' } },
      identity: { userId: ann.id, tokenId: 4, tokenGroup: '', userGroup: 'default' },
      ...{ error: new GatewayError('model.not_found', { model }) },
      ...{ attempts: [], brokenBy: null, hold: null, facts: { model }, address: { model: null } },
    });
    return requestId;
  };
  const list = async (query: Record<string, string>, as: Person = admin) => {
    const call = as === admin ? refusedCallCalls.list : refusedCallCalls.listSelf;
    return (await site.ask(call, { as, query })).body.data;
  };

  it('is among the last 20 of its minute, however many at a time are written', async () => {
    for (let flush = 0; flush < 3; flush += 1) {
      for (let one = 0; one < 9; one += 1) refuse(`few-${flush}-${one}`);
      await refusedCalls.flush();
    }
    const { data } = await list({});
    expect(data).toMatchObject([{ count: 27, reason: 'model.not_found', username: 'ann' }]);
    expect(data[0].examples).toHaveLength(20);
    expect(data[0].examples[0].model).toBe('few-0-7');
    expect(data[0].examples.at(-1).model).toBe('few-2-8');
    site.passTime(600);
  });

  it('is found by its request id, alone, by its own account and by administrators', async () => {
    refuse('before');
    const id = refuse('wanted');
    refuse('after');
    await refusedCalls.flush();
    const found = {
      total_count: 1,
      data: [
        {
          ...{ count: 3, user_id: ann.id, reason: 'model.not_found', group_name: 'default' },
          examples: [
            {
              ...{ request_id: id, time: site.now(), source_ip: '192.0.2.1', path: '/v1/responses' },
              model: 'wanted',
              message: 'The model `wanted` does not exist or is not available to this API key.',
              note: '',
            },
          ],
        },
      ],
    };
    expect(await list({ request_id: id })).toMatchObject(found);
    expect(await list({ request_id: id }, ann)).toMatchObject(found);
    expect(await list({ request_id: id, group_name: 'default' }, ann)).toMatchObject(found);
    expect(await list({ request_id: id, group_name: 'vip' }, ann)).toMatchObject({ data: [] });
    expect(await list({ request_id: id, reason: 'token.expired' })).toMatchObject({ data: [] });
    expect(await list({ request_id: id }, bob)).toMatchObject({ data: [], total_count: 0 });
    site.passTime(600);
  });

  it('is found where it waited before it was refused', async () => {
    const id = newId();
    site.passTime(119);
    refuse('late', id);
    await refusedCalls.flush();
    expect((await list({ request_id: id })).data).toMatchObject([{ examples: [{ model: 'late' }] }]);
    site.passTime(600);
  });

  it('is not found by other ids, whatever they and the calls hold', async () => {
    const absent = newId();
    refuse(`","request_id":"${absent}"`);
    await refusedCalls.flush();
    for (const request_id of [absent, 'req_1', '%', absent.replace('req_', 'req%'), 'chatcmpl-1'])
      expect(await list({ request_id })).toMatchObject({ data: [], total_count: 0 });
  });

  it('of an earlier version has an empty message', async () => {
    const id = newId();
    const example = { request_id: id, time: site.now(), source_ip: '', path: '/v1/responses', model: 'm' };
    const sum = { minute: site.now() - (site.now() % 60), user_id: ann.id, token_id: 9, count: 1 };
    await site.db
      .insertInto('refused_calls')
      .values({ ...sum, reason: 'token.expired', examples: JSON.stringify([example]) })
      .execute();
    expect((await list({ request_id: id }, ann)).data).toMatchObject([
      { examples: [{ ...example, message: '' }] },
    ]);
  });
});
