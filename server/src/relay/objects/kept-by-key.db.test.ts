import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import type { FakeUpstream } from '../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { ResponsesAccount } from '../../../test/upstreams/openai-responses-account.ts';

const RESPONSES = '/v1/responses';
const KEYS = ['sk-A', 'sk-B', 'sk-C'];
type Json = Record<string, unknown>;

describe.each(anyDatabase)('what a vendor keeps of the keys of one channel, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let channel: { id: number };
  beforeAll(async () => {
    database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    channel = await gateway.seed.channel({ model: 'm', dialects: ['openai-responses'], keys: KEYS });
    const accounts = new Map(KEYS.map((key) => [key, openAccount(key)]));
    gateway
      .upstream(channel)
      .does((response, request) => accounts.get(keyOf(request.headers))?.(response, request));
  });
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });

  type Answer = Parameters<FakeUpstream['does']>[0];
  /** Each key is an account of its own. */
  function openAccount(key: string): Answer {
    let answer: Answer | undefined;
    new ResponsesAccount(
      {
        does: (given: Answer) => {
          answer = given;
        },
      } as FakeUpstream,
      key.slice(-1),
    );
    return answer as Answer;
  }
  const keyOf = (headers: Json): string => String(headers.authorization).replace('Bearer ', '');
  const asked = (): string[] => gateway.upstream(channel).received.map(({ headers }) => keyOf(headers));
  const user = () => gateway.seed.user({ quota: 1_000_000 });
  const ask = (token: string, body: object) =>
    gateway.post(token, { model: 'm', max_output_tokens: 16, ...body }, { path: RESPONSES });
  const made = async (token: string, body: object = {}) =>
    (await (await ask(token, { input: 'Hi', ...body })).json()) as { id: string; output: Json[] };
  const show = (token: string, id: string) =>
    fetch(`${gateway.url}${RESPONSES}/${id}`, { headers: { authorization: `Bearer ${token}` } });
  /** Changes the key that answered last. */
  const changeLast = async (values: object) => {
    const { db } = gateway.store;
    const rows = await db.selectFrom('channel_keys').select('id').orderBy('id').execute();
    const id = rows[KEYS.indexOf(asked().at(-1) ?? '')]?.id ?? 0;
    await db.updateTable('channel_keys').set(values).where('id', '=', id).execute();
    await gateway.core.routing.reload();
  };

  it('is gone on from, and shown, by the key whose account has it', async () => {
    const { token } = await user();
    const from = asked().length;
    for (let turn = 0; turn < 12; turn += 1) {
      const { id } = await made(token);
      const next = await ask(token, { input: 'And?', previous_response_id: id });
      expect(await next.json()).toMatchObject({ status: 'completed' });
      expect(await (await show(token, id)).json()).toMatchObject({ id });
    }
    const keys = asked().slice(from);
    expect(new Set(keys).size).toBeGreaterThan(1);
    for (let at = 0; at < keys.length; at += 3)
      expect(keys.slice(at, at + 3)).toEqual(Array(3).fill(keys[at]));
  });

  it('goes on by its key after the settlement, when the memory of it is gone', async () => {
    const caller = await user();
    const { id } = await made(caller.token);
    await gateway.logRowsOf(caller);
    const [row] = await gateway.store.db
      .selectFrom('kept_objects')
      .select(['channel_id', 'key_id'])
      .where('name', '=', id)
      .execute();
    expect(row?.channel_id).toBe(channel.id);
    expect(row?.key_id).toBeGreaterThan(0);
  });

  it('what an account sealed goes back to it', async () => {
    const { token } = await user();
    const options = { store: false, include: ['reasoning.encrypted_content'] };
    for (let turn = 0; turn < 8; turn += 1) {
      const { output } = await made(token, options);
      const input = [{ role: 'user', content: 'Hi' }, ...output, { role: 'user', content: 'And?' }];
      expect(await (await ask(token, { input, ...options })).json()).toMatchObject({ status: 'completed' });
    }
  });

  it('cannot be gone on from while its key is off, as where a channel is', async () => {
    const { token } = await user();
    const { id } = await made(token);
    await changeLast({ status: 2 });
    const before = asked().length;

    const next = await ask(token, { input: 'And?', previous_response_id: id });
    const shown = await show(token, id);

    const codes = [next, shown].map(({ headers }) => headers.get('x-error-code'));
    expect(codes).toEqual(['channel.none_available', 'channel.none_available']);
    expect(asked()).toHaveLength(before);
    // Other calls are still served.
    expect((await ask(token, { input: 'Hi' })).status).toBe(200);
    await gateway.store.db.updateTable('channel_keys').set({ status: 1 }).execute();
    await gateway.core.routing.reload();
  });

  it('what was kept before there were several keys is of the channel', async () => {
    const caller = await user();
    const row = { user_id: caller.id, channel_id: channel.id, key_id: 0, tokens: 0 };
    await gateway.store.db
      .insertInto('kept_objects')
      .values({ ...row, name: 'resp_earlier', expires_at: 4_000_000_000 })
      .execute();
    const before = asked().length;
    const next = await ask(caller.token, { input: 'And?', previous_response_id: 'resp_earlier' });
    // The account does not know it; that it was asked is what counts.
    expect([next.status, asked().length]).toEqual([400, before + 1]);
    const shown = await show(caller.token, 'resp_earlier');
    expect([shown.status, asked().at(-1)]).toEqual([404, KEYS[0]]);
  });
});
