import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { ResponsesAccount } from '../../../test/upstreams/openai-responses-account.ts';
import { KeptObjects } from '../kept/kept-objects.ts';

const OPENAI = 1;
const CUSTOM = 8;
const RESPONSES = '/v1/responses';
// 100 tokens in at one point, 20 out at three.
const CALL_POINTS = 160;
type Json = Record<string, unknown>;

describe.each(databases)('what a vendor keeps, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let accounts: Map<number, ResponsesAccount>;
  beforeAll(async () => {
    database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url });
    accounts = new Map();
    for (const model of ['m', 'lonely']) await gateway.seed.price({ model, input: 1, output: 3 });
    for (const name of ['A', 'B', 'C']) await openAccount(name, 'm');
  });
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });

  async function openAccount(name: string, model: string): Promise<number> {
    const channel = await gateway.seed.channel({ model, type: CUSTOM, dialects: ['openai-responses'] });
    accounts.set(channel.id, new ResponsesAccount(gateway.upstream(channel), name));
    return channel.id;
  }
  const user = (quota = 1_000_000) => gateway.seed.user({ quota });
  const ask = (token: string, body: object, { path = RESPONSES, from = gateway } = {}) =>
    from.post(token, { model: 'm', max_output_tokens: 16, ...body }, { path });
  const made = async (token: string, body: object = {}): Promise<Json & { id: string }> =>
    (await ask(token, { input: 'Hi', ...body })).json() as never;
  const call = (token: string, method: string, path: string) =>
    fetch(gateway.url + path, { method, headers: { authorization: `Bearer ${token}` } });
  const channelsOf = async (caller: { id: number }) =>
    (await gateway.logRowsOf(caller)).map(({ channel_id }) => channel_id);
  const asksOf = () =>
    [...accounts.keys()].reduce((sum, id) => sum + gateway.upstream({ id }).received.length, 0);

  it.each([{ stream: false }, { stream: true }])(
    'a response is gone on from where it is: stream $stream',
    async ({ stream }) => {
      const caller = await user();
      // So many that one of two channels is never chosen by chance alone.
      for (let turn = 0; turn < 20; turn += 1) {
        const first = await (await ask(caller.token, { input: 'Hi', stream })).text();
        const [id = ''] = /resp_\w+/.exec(first) ?? [];

        const next = await ask(caller.token, { input: 'And?', previous_response_id: id });

        expect(await next.json()).toMatchObject({ object: 'response', status: 'completed' });
      }
      const channels = await channelsOf(caller);
      expect(new Set(channels).size).toBeGreaterThan(1);
      for (let at = 0; at < channels.length; at += 2) expect(channels[at + 1]).toBe(channels[at]);
    },
  );

  it('is known after a restart', async () => {
    const own = await open();
    const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
    const before = await startTestGateway({ databaseUrl: own.url, dataDir });
    await before.seed.price({ model: 'm', input: 1, output: 3 });
    const account = await before.seed.channel({ model: 'm', type: OPENAI });
    new ResponsesAccount(before.upstream(account), 'R');
    const { token } = await before.seed.user({ quota: 1_000_000 });
    const { id } = (await (await ask(token, { input: 'Hi' }, { from: before })).json()) as { id: string };
    await before.stop({ keepUpstreams: true });
    const after = await startTestGateway({ databaseUrl: own.url, dataDir });

    const next = await ask(token, { input: 'And?', previous_response_id: id }, { from: after });

    expect(await next.json()).toMatchObject({ status: 'completed' });
    await after.stop();
    await before.upstream(account).stop();
    await own.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('the next call holds as many tokens as the last one had, and no model’s whole context', async () => {
    const caller = await user(600);
    const { id } = await made(caller.token);

    const next = await ask(caller.token, { input: 'And?', previous_response_id: id });

    expect(next.status).toBe(200);
    const [, row] = await gateway.logRowsOf(caller);
    expect(row?.quota).toBe(CALL_POINTS);
    expect(row?.metadata?.reserved).toBeGreaterThanOrEqual(120 + 16 * 3);
  });

  it('is nothing of another user’s', async () => {
    const [owner, stranger] = [await user(), await user()];
    const { id } = await made(owner.token);
    const before = asksOf();

    const next = await ask(stranger.token, { input: 'And?', previous_response_id: id });
    const shown = await call(stranger.token, 'GET', `${RESPONSES}/${id}`);
    const deleted = await call(stranger.token, 'DELETE', `${RESPONSES}/${id}`);
    const counted = await ask(
      stranger.token,
      { input: 'Hi', previous_response_id: id },
      { path: `${RESPONSES}/input_tokens` },
    );

    expect(next.status).toBe(400);
    expect(await next.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        code: 'previous_response_not_found',
        message: expect.stringContaining(id),
      },
    });
    expect([shown.status, deleted.status, counted.status]).toEqual([404, 404, 400]);
    expect(asksOf()).toBe(before);
    expect(await gateway.logRowsOf(stranger)).toEqual([]);
  });

  it.each(['native', 'chat'])('what an account sealed goes back to it: %s', async (client) => {
    const caller = await user();
    for (let turn = 0; turn < 6; turn += 1) {
      const include = ['reasoning.encrypted_content'];
      if (client === 'native') {
        const { output } = await made(caller.token, { store: false, include });
        const input = [
          { role: 'user', content: 'Hi' },
          ...(output as Json[]),
          { role: 'user', content: 'And?' },
        ];
        const next = await ask(caller.token, { input, store: false, include });
        expect(await next.json()).toMatchObject({ status: 'completed' });
        continue;
      }
      const messages: object[] = [{ role: 'user', content: 'Hi' }];
      const path = '/v1/chat/completions';
      const first = (await (await ask(caller.token, { messages }, { path })).json()) as {
        choices: { message: object }[];
      };
      messages.push(first.choices[0]?.message ?? {}, { role: 'user', content: 'And?' });
      const next = await ask(caller.token, { messages }, { path });
      expect(await next.json()).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    }
    const channels = await channelsOf(caller);
    expect(channels).toHaveLength(12);
    for (let at = 0; at < channels.length; at += 2) expect(channels[at + 1]).toBe(channels[at]);
  });

  it('is shown, cancelled, listed and deleted for whom it is', async () => {
    const caller = await user();
    const { id } = await made(caller.token);
    const balance = await gateway.quotaOf(caller);

    expect(await (await call(caller.token, 'GET', `${RESPONSES}/${id}`)).json()).toMatchObject({
      id,
      object: 'response',
    });
    expect(
      await (await call(caller.token, 'GET', `/responses/${id}?include[]=x&key=sk-secret`)).json(),
    ).toMatchObject({ id });
    expect(
      await (await call(caller.token, 'GET', `${RESPONSES}/${id}/input_items?limit=2`)).json(),
    ).toMatchObject({ object: 'list' });
    expect(await (await call(caller.token, 'POST', `${RESPONSES}/${id}/cancel`)).json()).toMatchObject({
      status: 'cancelled',
    });
    expect(await (await call(caller.token, 'DELETE', `${RESPONSES}/${id}`)).json()).toEqual({
      id,
      object: 'response',
      deleted: true,
    });

    const before = asksOf();
    const next = await ask(caller.token, { input: 'And?', previous_response_id: id });
    expect(await next.json()).toMatchObject({ error: { code: 'previous_response_not_found' } });
    const gone = await call(caller.token, 'GET', `${RESPONSES}/${id}`);
    expect(asksOf()).toBe(before);
    expect(gone.status).toBe(404);
    expect(await gone.json()).toMatchObject({
      error: { message: expect.stringContaining(`Response with id '${id}' not found.`) },
    });
    const paths = [...accounts.keys()].flatMap((number) =>
      gateway.upstream({ id: number }).received.map(({ path }) => path),
    );
    expect(paths).toContain(`${RESPONSES}/${id}/input_items?limit=2`);
    expect(paths.join()).not.toContain('secret');
    expect(await gateway.quotaOf(caller)).toBe(balance);
    expect(await gateway.logRowsOf(caller)).toHaveLength(1);
  });

  it('is nothing for a key that may not use its model', async () => {
    const caller = await user();
    const [first, second] = [await made(caller.token), await made(caller.token)];
    const allow = async (model: string) => {
      await gateway.store.db
        .updateTable('tokens')
        .set({ allowed_models: JSON.stringify([model]) })
        .where('id', '=', caller.tokenId)
        .execute();
      gateway.core.identities.forgetToken(caller.tokenId);
    };
    const statusesOf = async (id: string) => {
      const asked: number[] = [];
      for (const [method, below] of [
        ['GET', ''],
        ['GET', '/input_items'],
        ['POST', '/cancel'],
        ['DELETE', ''],
      ] as const)
        asked.push((await call(caller.token, method, `${RESPONSES}/${id}${below}`)).status);
      return asked;
    };
    await allow('lonely');
    const before = asksOf();
    expect(await statusesOf(first.id)).toEqual([403, 403, 403, 403]);
    expect(asksOf()).toBe(before);
    await allow('m');
    expect(await statusesOf(second.id)).toEqual([200, 200, 200, 200]);

    // As a process knows it that did not make it.
    await gateway.logRowsOf(caller);
    const { core, store } = gateway;
    const later = new KeptObjects({ db: store.db, clock: core.relay.clock, outbox: core.outbox });
    expect(await later.find(caller.id, first.id)).toMatchObject({ model: 'm' });
  });

  it('has no stream, because nothing is answered in the background', async () => {
    const caller = await user();
    const { id } = await made(caller.token);
    const reply = await call(caller.token, 'GET', `${RESPONSES}/${id}?stream=true`);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { param: 'stream' } });
  });

  it('is not found where the vendor has it no more', async () => {
    const caller = await user();
    const { id } = await made(caller.token);
    for (const { kept } of accounts.values()) kept.clear();
    expect((await call(caller.token, 'GET', `${RESPONSES}/${id}`)).status).toBe(404);
  });

  it('needs a key of its site, and any of its user’s does', async () => {
    const caller = await user();
    const { id } = await made(caller.token);
    expect((await fetch(`${gateway.url}${RESPONSES}/${id}`)).status).toBe(401);
    const preflight = await fetch(`${gateway.url}${RESPONSES}/${id}`, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
  });

  it('a call waits for its channel where that is turned off, and is refused where it serves the model no more', async () => {
    const caller = await user();
    const channelId = await openAccount('L', 'lonely');
    const { id } = await made(caller.token, { model: 'lonely' });
    const next = { input: 'And?', previous_response_id: id };

    expect((await ask(caller.token, { ...next, model: 'm' })).status).toBe(400);
    await gateway.store.db.updateTable('channels').set({ status: 2 }).where('id', '=', channelId).execute();
    await gateway.core.routing.reload();
    expect((await ask(caller.token, { ...next, model: 'm' })).status).toBe(503);
  });

  it('a compaction is charged, and read again by the account that made it', async () => {
    const caller = await user();
    for (let turn = 0; turn < 5; turn += 1) {
      const reply = await gateway.post(
        caller.token,
        { model: 'm', input: 'Hi' },
        { path: `${RESPONSES}/compact` },
      );
      const { object, output } = (await reply.json()) as { object: string; output: Json[] };
      expect(object).toBe('response.compaction');
      const next = await ask(caller.token, { input: [...output, { role: 'user', content: 'And?' }] });
      expect(await next.json()).toMatchObject({ status: 'completed' });
    }
    expect(await gateway.logRowsOf(caller)).toMatchObject(Array(10).fill({ quota: CALL_POINTS }));
  });

  it('input tokens are the upstream’s own count, of a stored response too', async () => {
    const caller = await user();
    const { id } = await made(caller.token);
    const reply = await gateway.post(
      caller.token,
      { model: 'm', input: 'And?', previous_response_id: id },
      { path: `${RESPONSES}/input_tokens` },
    );
    expect(await reply.json()).toEqual({ object: 'response.input_tokens', input_tokens: 42 });
    expect(reply.headers.get('x-turnpike-count')).toBe('upstream');
    expect(await gateway.logRowsOf(caller)).toHaveLength(1);
  });

  it('a conversation and a response cannot both be gone on from', async () => {
    const caller = await user();
    const { id } = await made(caller.token);
    const both = await ask(caller.token, { input: 'Hi', previous_response_id: id, conversation: 'conv_1' });
    expect(await both.json()).toMatchObject({ error: { param: 'conversation' } });
    const strange = await ask(caller.token, { input: 'Hi', conversation: { id: 'conv_1' } });
    expect(strange.status).toBe(404);
    expect(await strange.json()).toMatchObject({
      error: { message: expect.stringContaining("Conversation with id 'conv_1' not found.") },
    });
  });

  it('what has expired is removed as new things come', async () => {
    const caller = await user();
    const row = { user_id: caller.id, channel_id: 1, key_id: 0, tokens: 0, expires_at: 1 };
    await gateway.store.db
      .insertInto('kept_objects')
      .values({ ...row, name: 'resp_old' })
      .execute();
    expect((await call(caller.token, 'GET', `${RESPONSES}/resp_old`)).status).toBe(404);

    const { id, output } = await made(caller.token);
    await gateway.logRowsOf(caller);

    const items = (output as Json[]).map((item) => item.id);
    const names = await gateway.store.db
      .selectFrom('kept_objects')
      .select('name')
      .where('user_id', '=', caller.id)
      .execute();
    expect(names.map(({ name }) => name).sort()).toEqual(
      [...items, id].sort().concat(expect.stringMatching(/^seal:/)),
    );
  });
});
