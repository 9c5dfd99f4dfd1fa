import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { systemClock } from '../../../platform/clock.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 16 };

describe.each(anyDatabase)('limits of calls on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  let drop: () => Promise<void>;
  let nowMs: number;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    nowMs = systemClock.monotonicMs();
    gateway = await startTestGateway({
      databaseUrl: database.url,
      // No time passes, so that nothing drains while a slow machine works.
      clock: { ...systemClock, monotonicMs: () => nowMs },
    });
    user = await gateway.seed.user({ quota: 10_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    channel = await gateway.seed.channel({ model: 'm' });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const set = async (table: 'users' | 'tokens' | 'channels' | 'user_groups', values: object) => {
    await gateway.store.db.updateTable(table).set(values).execute();
    gateway.core.identities.forgetUser(user.id);
    await gateway.core.routing.reload();
  };
  const codeOf = async (reply: Response): Promise<string | null> => {
    await reply.text();
    return reply.headers.get('x-error-code');
  };

  it.each(['users', 'tokens', 'channels'] as const)(
    'exactly 60 of 200 parallel calls pass where %s have 60 a minute',
    async (table) => {
      await set(table, { requests_per_minute: 60 });

      const replies = await Promise.all(Array.from({ length: 200 }, () => gateway.post(user.token, hello)));
      const codes = await Promise.all(replies.map(codeOf));

      expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
      const refused = table === 'channels' ? 'rate.channels' : 'rate.requests';
      expect(codes.filter((code) => code === refused)).toHaveLength(140);
      for (const reply of replies.filter(({ status }) => status !== 200))
        expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '1']);
      expect(gateway.upstream(channel).received).toHaveLength(60);
    },
  );

  it('one call runs where one may, and the next as soon as its answer has ended', async () => {
    await set('tokens', { parallel_calls: 1 });
    const replies = await Promise.all(Array.from({ length: 5 }, () => gateway.post(user.token, hello)));
    const codes = await Promise.all(replies.map(codeOf));
    expect(codes.filter((code) => code === null).length).toBeGreaterThanOrEqual(1);
    expect(codes.filter((code) => code !== null && code !== 'rate.parallel')).toEqual([]);
    for (let call = 0; call < 20; call += 1) {
      expect(await codeOf(await gateway.post(user.token, { ...hello, stream: call % 2 === 0 }))).toBeNull();
    }
    // A failed call, a refused one and a count end too.
    gateway.upstream(channel).answers(400);
    expect((await gateway.post(user.token, hello)).status).toBe(400);
    expect(await codeOf(await gateway.post(user.token, '{'))).toBe('request.malformed_json');
    await (await gateway.post(user.token, hello, { path: '/v1/messages/count_tokens' })).text();
    expect(await codeOf(await gateway.post(user.token, hello))).toBe('upstream.bad_request');
  });

  it('tokens are counted as the upstream tells them', async () => {
    await set('users', { tokens_per_minute: 100 });
    const left = async () => {
      const reply = await gateway.post(user.token, hello);
      await reply.text();
      return [reply.status, reply.headers.get('x-ratelimit-remaining-tokens')];
    };
    const [row] = await (async () => {
      await left();
      return gateway.logRowsOf(user);
    })();
    const used = (row?.prompt_tokens ?? 0) + (row?.completion_tokens ?? 0);
    expect(used).toBeGreaterThan(0);

    const probe = await fetch(`${gateway.url}/v1/messages/count_tokens`, {
      method: 'POST',
      headers: { 'x-api-key': user.token, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: hello.messages }),
    });
    await probe.text();
    expect(Number(probe.headers.get('anthropic-ratelimit-tokens-remaining'))).toBe(100 - used);

    const outcomes = [];
    for (let call = 0; call < 30; call += 1) outcomes.push(await left());
    expect(outcomes.at(-1)?.[0]).toBe(429);
    nowMs += 60_000;
    expect((await left())[0]).toBe(200);
  });

  it('a channel at its limit is passed over, and its calls go where there is room', async () => {
    const spare = await gateway.seed.channel({ model: 'm' });
    await gateway.store.db
      .updateTable('channels')
      .set({ requests_per_minute: 3, priority: 9 })
      .where('id', '=', channel.id)
      .execute();
    await gateway.core.routing.reload();
    for (let call = 0; call < 8; call += 1) await (await gateway.post(user.token, hello)).text();
    expect(gateway.upstream(channel).received).toHaveLength(3);
    expect(gateway.upstream(spare).received).toHaveLength(5);
  });

  it('a try that failed gives its place on the channel back', async () => {
    await gateway.seed.channel({ model: 'm' });
    await set('channels', { parallel_calls: 1 });
    await gateway.store.db
      .updateTable('channels')
      .set({ priority: 9 })
      .where('id', '=', channel.id)
      .execute();
    await gateway.core.routing.reload();
    gateway.upstream(channel).answers(500);
    for (let call = 0; call < 2; call += 1)
      expect(await codeOf(await gateway.post(user.token, hello))).toBeNull();
    expect(gateway.upstream(channel).received).toHaveLength(2);
  });

  it('says what is left in OpenAI’s headers and in Anthropic’s, also of a refused call', async () => {
    await set('tokens', { requests_per_minute: 2, tokens_per_minute: 5000 });
    const openAi = await gateway.post(user.token, hello);
    await openAi.text();
    const told = (reply: Response, names: string[]) => names.map((name) => reply.headers.get(name));
    const names = ['limit', 'remaining', 'reset'];
    expect(
      told(
        openAi,
        names.map((name) => `x-ratelimit-${name}-requests`),
      ),
    ).toEqual(['2', '1', '60s']);
    expect(openAi.headers.get('x-ratelimit-limit-tokens')).toBe('5000');
    expect(openAi.headers.get('anthropic-ratelimit-requests-limit')).toBeNull();

    const askAnthropic = () => gateway.post(user.token, hello, { path: '/v1/messages' });
    await (await askAnthropic()).text();
    const refused = await askAnthropic();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await refused.json()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } });
    const told429 = told(
      refused,
      names.map((name) => `anthropic-ratelimit-requests-${name}`),
    );
    expect(told429.slice(0, 2)).toEqual(['2', '0']);
    expect(told429[2]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(told429[2] ?? '') - Date.now()).toBeGreaterThan(50_000);
    expect(refused.headers.get('x-ratelimit-limit-requests')).toBeNull();

    const google = await gateway.post(user.token, {}, { path: '/v1beta/models/m:generateContent' });
    expect(await google.json()).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } });
    expect(google.headers.get('x-ratelimit-remaining-requests')).toBe('0');
  });

  it.each([
    { allowed: ['127.0.0.1'], status: 200 },
    { allowed: ['127.0.0.0/8'], status: 200 },
    { allowed: ['::ffff:127.0.0.1'], status: 200 },
    { allowed: ['::ffff:127.0.0.0/104'], status: 200 },
    { allowed: ['10.0.0.0/8', '2001:db8::/32'], status: 403 },
    { allowed: ['2000::/3'], status: 403 },
  ])('a key is taken from its addresses only: $allowed is $status', async ({ allowed, status }) => {
    await set('tokens', { allowed_addresses: JSON.stringify(allowed) });
    const call = await gateway.post(user.token, hello);
    const list = await fetch(`${gateway.url}/v1/models`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect([call.status, list.status]).toEqual([status, status]);
    if (status === 403)
      expect(await call.json()).toMatchObject({
        error: { type: 'permission_error', code: 'address_not_allowed' },
      });
  });

  it('a key calls and lists its models only', async () => {
    for (const model of ['gpt-4o', 'gpt-5-mini', 'claude']) {
      await gateway.seed.price({ model, input: 1, output: 1 });
      await gateway.seed.channel({ model });
    }
    await set('tokens', { allowed_models: '["m","gpt-5*"]' });
    const headers = { authorization: `Bearer ${user.token}` };
    const list = (await (await fetch(`${gateway.url}/v1/models`, { headers })).json()) as {
      data: { id: string }[];
    };
    expect(list.data.map(({ id }) => id)).toEqual(['gpt-5-mini', 'm']);
    const single = await fetch(`${gateway.url}/v1/models/claude`, { headers });
    expect(single.status).toBe(403);
    const outcomes = [];
    for (const model of ['m', 'gpt-5-mini', 'gpt-4o', 'claude', 'm2'])
      outcomes.push(await codeOf(await gateway.post(user.token, { ...hello, model })));
    const refused = 'token.model_not_allowed';
    expect(outcomes).toEqual([null, null, refused, refused, refused]);
    const google = await gateway.post(
      user.token,
      { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
      { path: '/v1beta/models/claude:generateContent' },
    );
    expect(google.status).toBe(403);
  });
});
