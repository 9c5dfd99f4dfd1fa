import { channelCalls, role } from '@turnpike/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { FakeUpstream, sendJson } from '../../../test/support/fake-upstream.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { createUpstreamClient, type UpstreamClient } from '../../platform/net/upstream-client.ts';
import { createChannelInquiries } from './ask-upstream.ts';

const { create, get, update, listModels, updateBalance, updateBalances } = channelCalls;
const KEY = 'sk-upstream-0123456789';
const MAX_WAIT_MS = 400;
const custom = { type: 8, name: 'custom', models: 'm', allow_private_network: true };
const moonshot = { type: 29, name: 'moon', models: 'm', allow_private_network: true };
const deepSeek = { ...moonshot, type: 28, name: 'deep' };
const openRouter = { ...moonshot, type: 20, name: 'router' };
const listed = { object: 'list', data: [{ id: 'gpt-4o' }, { id: 'o4' }] };
const told = { code: 0, data: { available_balance: 49.58894 }, status: true };
/** No vendor refuses here: what is asked is looked at in the tests. */
const refuses = () => null;

describe.each(anyDatabase)('what upstreams are asked on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let admin: Person;
  let client: UpstreamClient;
  let upstream: FakeUpstream;
  let other: FakeUpstream;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
    client = createUpstreamClient(site.settings.timeouts);
    site.fakes.inquiries = createChannelInquiries({ upstreams: client, maxWaitMs: MAX_WAIT_MS });
  });
  afterAll(async () => {
    await client.close();
    await site.stop();
  });
  beforeEach(async () => {
    upstream = await FakeUpstream.start({ refuses });
    other = await FakeUpstream.start({ refuses });
    await site.db.updateTable('channels').set({ status: 2 }).execute();
  });
  afterEach(async () => {
    await upstream.stop();
    await other.stop();
  });

  const answers = (body: unknown, on = upstream) =>
    on.does((response) => sendJson(response, 200, typeof body === 'string' ? body : JSON.stringify(body)));
  const make = async (given: object) => {
    const input = { key: KEY, base_url: upstream.url, ...given };
    return (await site.ask(create, { as: root, input })).body.data;
  };
  const shown = async (id: number) => (await site.ask(get, { as: admin, params: { id } })).body.data;
  const ask = (given: object = {}, as = root) =>
    site.ask(listModels, { as, input: { ...custom, key: KEY, base_url: upstream.url, ...given } });
  const refusals: [string, (on: () => FakeUpstream) => void, string][] = [
    [
      'a page instead',
      (on) => on().does((r) => void r.end('<!doctype html><title>Hi</title>')),
      'upstream.broken_answer',
    ],
    ['JSON that says nothing', (on) => answers({ hello: [1] }, on()), 'upstream.broken_answer'],
    ['a refused key', (on) => on().answers(401), 'upstream.key_refused'],
    ['an error', (on) => on().answers(500), 'upstream.error'],
    [
      'an endless answer',
      (on) =>
        on().does((response) => {
          const more = (): void => {
            while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
            if (!response.destroyed) response.once('drain', more);
          };
          more();
        }),
      'upstream.broken_answer',
    ],
    ['an answer that does not end', (on) => on().does((r) => void r.write('{')), 'upstream.timeout'],
    ['no answer', (on) => on().does(() => {}), 'upstream.timeout'],
  ];

  it('lists the models of a channel that is not saved', async () => {
    answers(listed);
    expect((await ask()).body.data).toEqual(['gpt-4o', 'o4']);
    expect(upstream.received).toMatchObject([
      { method: 'GET', path: '/v1/models', headers: { authorization: `Bearer ${KEY}` } },
    ]);
    expect((await ask({ base_url: `${upstream.url}/v1`, models: '', model_mapping: '' })).status).toBe(200);
    expect(upstream.received.at(-1)?.path).toBe('/v1/models');
  });

  it('lists with the stored key of a saved channel, at its address only', async () => {
    const { id } = await make(custom);
    answers(listed);
    answers(listed, other);
    expect((await site.ask(listModels, { as: admin, input: { id, type: 8 } })).body.data).toEqual([
      'gpt-4o',
      'o4',
    ]);
    expect(upstream.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    const elsewhere = { id, type: 8, base_url: other.url };
    expect(await site.ask(listModels, { as: root, input: elsewhere })).toMatchObject({
      body: { fields: [{ field: 'key', code: 'channel.key_required' }] },
    });
    expect(other.received).toEqual([]);
  });

  it.each([
    [
      ['anthropic-messages'],
      '/v1/models?limit=1000',
      { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
    ],
    [['gemini'], '/v1beta/models?pageSize=1000', { 'x-goog-api-key': KEY }],
    [['gemini', 'openai-chat'], '/v1/models', { authorization: `Bearer ${KEY}` }],
  ])('asks an upstream that speaks %s as its clients would', async (dialects, path, headers) => {
    answers(listed);
    expect((await ask({ dialects })).status).toBe(200);
    expect(upstream.received).toMatchObject([{ path, headers }]);
  });

  it('keeps of a list what a channel can name, each once', async () => {
    const names = [
      'a',
      ' a ',
      'b*',
      '*',
      'x*y',
      'c,d',
      '',
      'e\u0007',
      '\ud800',
      'f'.repeat(201),
      'g'.repeat(200),
    ];
    answers({ data: names.map((id) => ({ id })) });
    expect((await ask()).body.data).toEqual(['a', 'b*', 'g'.repeat(200)]);
    answers(Array.from({ length: 6000 }, (_, at) => `m${at}`));
    expect((await ask()).body.data).toHaveLength(5000);
  });

  it.each(refusals)('fails to list where there is %s', async (_what, plays, code) => {
    plays(() => upstream);
    expect(await ask()).toMatchObject({ body: { code } });
  });

  it('says that there is no list where the provider or the upstream has none', async () => {
    expect(await ask({ type: 1000 })).toMatchObject({ status: 400, body: { code: 'channel.no_model_list' } });
    expect(await ask({ type: 3 })).toMatchObject({ status: 400, body: { code: 'channel.no_model_list' } });
    upstream.answers(404);
    expect(await ask()).toMatchObject({ status: 400, body: { code: 'channel.no_model_list' } });
  });

  it.each([301, 302, 307, 308])('follows no redirect with %i', async (status) => {
    upstream.does(
      (response) => void response.writeHead(status, { location: `${other.url}/v1/models` }).end(),
    );
    expect(await ask()).toMatchObject({ body: { code: 'upstream.error' } });
    const { id } = await make(moonshot);
    expect((await site.ask(updateBalance, { as: admin, params: { id } })).status).toBe(502);
    expect(other.received).toEqual([]);
  });

  it('asks no private address unless root allowed it', async () => {
    const refused = { body: { fields: [{ code: 'channel.private_network' }] } };
    expect(await ask({ allow_private_network: false })).toMatchObject(refused);
    expect(await ask({}, admin)).toMatchObject(refused);
    const { id } = await make(moonshot);
    await site.db.updateTable('channels').set({ allow_private_network: 0 }).where('id', '=', id).execute();
    expect(await site.ask(updateBalance, { as: root, params: { id } })).toMatchObject({
      body: { code: 'upstream.unreachable' },
    });
    expect(upstream.received).toEqual([]);
  });

  it('keeps a balance with its currency and time', async () => {
    const { id, etag, ...before } = await make(moonshot);
    expect(before).toMatchObject({ balance: 0, balance_currency: '', balance_updated_time: 0 });
    answers(told);

    const { body } = await site.ask(updateBalance, { as: admin, params: { id } });

    const balance = { balance: 49.58894, balance_currency: 'CNY', balance_updated_time: site.now() };
    expect(body).toEqual({ success: true, message: '', ...balance });
    expect(upstream.received).toMatchObject([
      { method: 'GET', path: '/v1/users/me/balance', headers: { authorization: `Bearer ${KEY}` } },
    ]);
    // A balance reported by an upstream does not count as a change of the channel.
    expect(await shown(id)).toMatchObject({ ...balance, etag });
    const changed = await site.ask(update, { as: root, input: { id, name: 'renamed' } });
    expect(changed.body.data).toMatchObject(balance);
    const moved = await site.ask(update, { as: root, input: { id, key: 'sk-of-another-account' } });
    expect(moved.body.data).toMatchObject({ balance: 0, balance_currency: '', balance_updated_time: 0 });
  });

  it.each([
    [
      deepSeek,
      '',
      '/user/balance',
      { balance_infos: [{ currency: 'USD', total_balance: '-3.20' }] },
      -3.2,
      'USD',
    ],
    [
      deepSeek,
      '/v1',
      '/user/balance',
      { balance_infos: [{ currency: 'CNY', total_balance: '110.00' }] },
      110,
      'CNY',
    ],
    [
      openRouter,
      '/api/v1',
      '/api/v1/credits',
      { data: { total_credits: 0.3, total_usage: 0.1 } },
      0.2,
      'USD',
    ],
    [{ ...moonshot, type: 45 }, '', '/v1/user/info', { data: { totalBalance: '88.88' } }, 88.88, 'CNY'],
  ])('reads the balance of %o at "%s"', async (given, at, path, body, balance, balance_currency) => {
    const { id } = await make({ ...given, base_url: upstream.url + at });
    answers(body);
    const { body: answer } = await site.ask(updateBalance, { as: admin, params: { id } });
    expect(answer).toMatchObject({ balance, balance_currency });
    expect(upstream.received[0]?.path).toBe(path);
  });

  it.each([
    ...[null, true, [], {}, '', '1e3', '0x10', ' 5', 'NaN', 'Infinity', '9'.repeat(16), 2e12].map(
      (amount) => ({ data: { available_balance: amount } }) as unknown,
    ),
    '{"data":{"available_balance":1e999}}',
  ])('takes no wrong number: %j', async (body) => {
    const { id } = await make(moonshot);
    answers(body);
    expect(await site.ask(updateBalance, { as: admin, params: { id } })).toMatchObject({
      status: 502,
      body: { code: 'upstream.broken_answer' },
    });
    expect(await shown(id)).toMatchObject({ balance: 0, balance_updated_time: 0 });
  });

  it.each(refusals)('keeps the last balance where there is %s', async (_what, plays, code) => {
    const { id } = await make(moonshot);
    answers(told);
    await site.ask(updateBalance, { as: admin, params: { id } });
    plays(() => upstream);
    expect(await site.ask(updateBalance, { as: admin, params: { id } })).toMatchObject({ body: { code } });
    expect(await shown(id)).toMatchObject({ balance: 49.58894, balance_currency: 'CNY' });
  });

  it('keeps no balance of an account that the channel has left meanwhile', async () => {
    const { id } = await make(moonshot);
    upstream.does(async (response) => {
      await site.ask(update, { as: root, input: { id, key: 'sk-of-another-account' } });
      sendJson(response, 200, JSON.stringify(told));
    });
    expect((await site.ask(updateBalance, { as: admin, params: { id } })).status).toBe(200);
    expect(await shown(id)).toMatchObject({ balance: 0, balance_currency: '' });
  });

  it('says that there is no balance where the provider or the upstream tells none', async () => {
    const { id } = await make({ ...custom, type: 1 });
    const none = { status: 400, body: { code: 'channel.no_balance' } };
    expect(await site.ask(updateBalance, { as: admin, params: { id } })).toMatchObject(none);
    upstream.answers(404);
    const { id: moved } = await make(moonshot);
    expect(await site.ask(updateBalance, { as: admin, params: { id: moved } })).toMatchObject(none);
    expect((await site.ask(updateBalance, { as: admin, params: { id: 9999 } })).status).toBe(404);
  });

  const billing = (pages: { subscription?: object; usage?: object }) =>
    upstream.does((response, { path }) => {
      const page = pages[path.split('/').at(-1) as keyof typeof pages];
      sendJson(response, page === undefined ? 404 : 200, JSON.stringify(page ?? {}));
    });
  const subscription = { object: 'billing_subscription', hard_limit_usd: 12.5 };
  const usage = { object: 'list', total_usage: 230 };

  it.each(['', '/v1'])('reads the billing pages of a custom address with "%s"', async (at) => {
    const { id } = await make({ ...custom, base_url: upstream.url + at });
    billing({ subscription, usage });
    const { body } = await site.ask(updateBalance, { as: admin, params: { id } });
    expect(body).toMatchObject({ balance: 10.2, balance_currency: 'USD' });
    expect(upstream.received.map(({ path }) => path).sort()).toEqual([
      '/v1/dashboard/billing/subscription',
      '/v1/dashboard/billing/usage',
    ]);
    for (const { headers } of upstream.received) expect(headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it.each([
    [
      'in the currency that they name',
      { subscription: { ...subscription, currency: 'CNY' }, usage },
      { body: { balance: 10.2, balance_currency: 'CNY' } },
    ],
    [
      'unless their currency is unknown',
      { subscription: { ...subscription, currency: 'points' }, usage },
      { status: 502, body: { code: 'upstream.broken_answer' } },
    ],
    [
      'unless one has no amount',
      { subscription, usage: { total_usage: '230' } },
      { status: 502, body: { code: 'upstream.broken_answer' } },
    ],
    ['unless one is missing', { subscription }, { status: 400, body: { code: 'channel.no_balance' } }],
  ])('reads billing pages %s', async (_what, pages, expected) => {
    const { id } = await make(custom);
    billing(pages);
    expect(await site.ask(updateBalance, { as: admin, params: { id } })).toMatchObject(expected);
  });

  it('updates all that are enabled and tell one, in parts where asked', async () => {
    const first = await make(moonshot);
    const broken = await make({ ...moonshot, name: 'broken', base_url: other.url });
    const off = await make(moonshot);
    await site.ask(update, { as: root, input: { id: off.id, status: 2 } });
    await make({ ...custom, type: 1 });
    const last = await make({ ...moonshot, name: 'last' });
    answers(told);
    other.answers(401);
    const balance = { balance: 49.58894, balance_currency: 'CNY', balance_updated_time: site.now() };
    const failed = [{ id: broken.id, name: 'broken', code: 'upstream.key_refused' }];

    expect((await site.ask(updateBalances, { as: admin })).body.data).toEqual({
      done: [
        { id: first.id, name: 'moon', ...balance },
        { id: last.id, name: 'last', ...balance },
      ],
      ...{ failed, total: 3, next: 0 },
    });
    expect(await shown(last.id)).toMatchObject(balance);
    expect(await shown(off.id)).toMatchObject({ balance_updated_time: 0 });

    const part = await site.ask(updateBalances, { as: admin, query: { limit: 2 } });
    expect(part.body.data).toMatchObject({ done: [{ id: first.id }], failed, total: 3, next: broken.id });
    const rest = await site.ask(updateBalances, { as: admin, query: { limit: 2, after: broken.id } });
    expect(rest.body.data).toMatchObject({ done: [{ id: last.id }], failed: [], total: 3, next: 0 });
  });

  it('asks eight at a time at most', async () => {
    for (let made = 0; made < 12; made++) await make({ ...moonshot, name: `one of ${made}` });
    let open = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    upstream.does(async (response) => {
      most = Math.max(most, ++open);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 8 || upstream.received.length > 8) for (const go of waiting.splice(0)) go();
      });
      open -= 1;
      sendJson(response, 200, JSON.stringify(told));
    });
    const { body } = await site.ask(updateBalances, { as: admin });
    expect(body.data.done).toHaveLength(12);
    expect(most).toBe(8);
  });
});
