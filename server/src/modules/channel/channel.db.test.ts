import { channelCalls, modelCalls, role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { CHANNEL_KEY_PURPOSE, CHANNEL_PROXY_PURPOSE } from '../routing/routing-table.ts';

describe.each(databases)('channels on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let admin: Person;
  let ann: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
    admin = await site.seed.person('admin', { role: role.admin });
    ann = await site.seed.person('ann');
  });
  afterAll(() => site.stop());

  const { list, exportCsv, batch, get, create, update, remove, test, testDraft, models } = channelCalls;
  const { copy, removeDisabled, testEnabled } = channelCalls;
  const KEY = 'sk-upstream-0123456789';
  const input = { type: 1, name: 'first', key: KEY, models: ' gpt-4o , gpt-4o,o4* ', group: 'default, vip' };
  const make = async (given: object = {}, as = admin) =>
    (await site.ask(create, { as, input: { ...input, ...given } })).body.data;
  const storedKey = async (id: number) => {
    const rows = await site.db
      .selectFrom('channel_keys')
      .select('key_sealed')
      .where('channel_id', '=', id)
      .orderBy('id')
      .execute();
    return rows.map(({ key_sealed }) => site.secretBox.open(key_sealed, CHANNEL_KEY_PURPOSE)).join();
  };
  const failed = (field: string, code: string) => ({ body: { fields: [{ field, code }] } });

  it('creates a channel with a sealed key and tidy lists', async () => {
    const { status, body } = await site.ask(create, { as: admin, input });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{
        models: 'gpt-4o,o4*',
        group: 'default,vip',
        key_hint: 'sk-u…6789',
        status: 1,
        weight: 1,
        priority: 0,
      },
      ...{ disabled_stream: [], only_chat: false, allow_private_network: false, used_quota: 0 },
      ...{ estimated_calls: 0, flagged_calls: 0 },
    });
    expect(body.data).not.toHaveProperty('key');
    expect(await storedKey(body.data.id)).toBe(KEY);
    expect(site.changed.at(-1)).toBe('routing');
    expect((await site.ask(get, { as: admin, params: { id: body.data.id } })).body.data).toEqual(body.data);
  });

  it.each([
    ['an unknown type', { type: 99 }, 'type', 'channel.type_unknown'],
    ['no address where one is needed', { type: 8 }, 'base_url', 'channel.base_url_required'],
    ['no key where one is needed', { key: '' }, 'key', 'channel.key_required'],
    ['a private address', { base_url: 'http://10.0.0.8:8080/v1' }, 'base_url', 'channel.private_network'],
    ['this machine by name', { base_url: 'http://localhost:11434' }, 'base_url', 'channel.private_network'],
    [
      'this machine in other clothes',
      { base_url: 'http://[::ffff:127.0.0.1]/' },
      'base_url',
      'channel.private_network',
    ],
    ['this machine as one number', { base_url: 'http://2130706433/' }, 'base_url', 'channel.private_network'],
    ['an address that is none', { base_url: 'http://[::1' }, 'base_url', 'channel.base_url_invalid'],
    ['a name before the host', { base_url: 'https://me:pw@1.1.1.1' }, 'base_url', 'channel.base_url_invalid'],
    ['another scheme', { base_url: 'file:///etc/passwd' }, 'base_url', 'channel.base_url_invalid'],
    ['an unknown group', { group: 'default,nowhere' }, 'group', 'user_group.not_found'],
    ['a mapping to no name', { model_mapping: '{"a":1}' }, 'model_mapping', 'channel.mapping_target'],
    [
      'a mapping to a name that no database takes',
      { model_mapping: '{"a":"b\\u0000c"}' },
      'model_mapping',
      'text.control_characters',
    ],
    ['a mapping that is no object', { model_mapping: '[]' }, 'model_mapping', 'json.not_an_object'],
    [
      'a mapping with a dangerous name',
      { model_mapping: '{"__proto__":"a"}' },
      'model_mapping',
      'json.forbidden_name',
    ],
    ['one of several keys', { key: 'sk-one\n\nsk-\x7f0123' }, 'key.3', 'channel.key_characters'],
    ['the same key twice', { key: 'sk-one\r\n sk-one' }, 'key.2', 'channel.key_repeated'],
    ['a long key among several', { key: `a\n${'k'.repeat(20_001)}` }, 'key.2', 'too_big'],
    [
      'more keys than one call takes',
      { key: Array.from({ length: 101 }, (_, n) => `sk-${n}`).join('\n') },
      ...(['key', 'channel.too_many_channels'] as const),
    ],
    ['a long key', { key: 'k'.repeat(20_001) }, 'key', 'too_big'],
    ['one of several keys without its parts', { type: 35, key: 'a|b\nc' }, 'key.2', 'channel.key_parts'],
    ['a control character in a key', { key: 'sk-\x7f0123' }, 'key', 'channel.key_characters'],
    ['a key that was typed in full width', { key: 'ｓｋ－０１２３' }, 'key', 'channel.key_characters'],
    [
      'a query after the address',
      { base_url: 'https://up.example/v1?version=2' },
      'base_url',
      'channel.base_url_query',
    ],
    [
      'a fragment after the address',
      { base_url: 'https://up.example/#/' },
      'base_url',
      'channel.base_url_query',
    ],
    [
      'a backslash in the address',
      { base_url: 'https://up.example\\@x' },
      'base_url',
      'channel.base_url_invalid',
    ],
    ['a control character in a name', { name: 'a\x1bb' }, 'name', 'text.control_characters'],
    ['a line break in a model', { models: 'a,b\nc' }, 'models', 'text.control_characters'],
    ...[
      { rename: { model: 'm' } },
      { rename: { user: 'Stream' } },
      { rename: { a: 'b', b: 'c' } },
      { rename: { a: 'a' } },
      { rename: { a: 1 } },
      { rename: { a: '' } },
      { rename: 'a' },
      { rename: { a: 'b' }, per_model: { m: { rename: { b: 'c' } } } },
    ].map((given): [string, object, string, string] => [
      `the renaming ${JSON.stringify(given)}`,
      { custom_parameter: JSON.stringify(given) },
      'custom_parameter',
      'channel.parameter_invalid',
    ]),
    ...[
      ['model_headers', { 'x-a': 'a {{nobody}}' }],
      ['model_headers', { 'x-a': '{{}}' }],
      ['custom_parameter', { user: '{{api_key}}' }],
      ['custom_parameter', { per_model: { m: { a: ['{{nobody}}'] } } }],
    ].map(([field, given]): [string, object, string, string] => [
      `the place ${JSON.stringify(given)}`,
      { [String(field)]: JSON.stringify(given) },
      String(field),
      'channel.placeholder_unknown',
    ]),
    ...[
      { type: 27, plugin: '{"voice":{"zoe":"a"}}' },
      { type: 27, plugin: '{"voice":"a"}' },
      { type: 27, plugin: { voice: { alloy: 1 } } },
      { type: 8, base_url: 'https://a.example', plugin: '{"customize":{"1":"no path"}}' },
      { type: 16, plugin: '{"unheard":{"of":true}}' },
    ].map((given): [string, object, string, string] => [
      `the setting ${JSON.stringify(given.plugin)}`,
      given,
      ...(['plugin', 'channel.plugin_invalid'] as const),
    ]),
    [
      'a setting of another provider',
      { plugin: '{"voice":{"alloy":"a"}}' },
      ...(['plugin', 'channel.plugin_unknown'] as const),
    ],
    ['no models', { models: '' }, 'models', 'channel.model_empty'],
    ['a wildcard in the middle', { models: 'a*b' }, 'models', 'channel.wildcard_not_last'],
  ])('refuses %s, naming the field', async (_what, given, field, code) => {
    const answer = await site.ask(create, { as: admin, input: { ...input, ...given } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer).toMatchObject(failed(field, code));
  });

  it('lets only root open a private network, and others change the rest of such a channel', async () => {
    const open = { type: 8, base_url: 'http://10.0.0.8/v1', allow_private_network: true };
    expect(await site.ask(create, { as: admin, input: { ...input, ...open } })).toMatchObject(
      failed('allow_private_network', 'channel.private_network'),
    );
    expect(
      await site.ask(create, { as: root, input: { ...input, ...open, base_url: 'http://10.0.0.8:99999' } }),
    ).toMatchObject(failed('base_url', 'channel.base_url_invalid'));
    const channel = await make(open, root);
    const change = (given: object) => site.ask(update, { as: admin, input: { id: channel.id, ...given } });

    expect((await change({ name: 'renamed' })).status).toBe(200);
    expect(await change({ base_url: 'http://169.254.169.254', key: 'x' })).toMatchObject(
      failed('allow_private_network', 'channel.private_network'),
    );
    expect(await change({ allow_private_network: false })).toMatchObject(
      failed('base_url', 'channel.private_network'),
    );
  });

  it('keeps what it sets for its provider, as a text or an object, until it is of another type', async () => {
    const plugin = '{"voice":{"alloy":"female-chengshu|happy"}}';
    const { id } = await make({ type: 27, plugin: JSON.parse(plugin) });
    const change = (given: object) => site.ask(update, { as: admin, input: { id, ...given } });
    expect((await change({ name: 'b' })).body.data).toMatchObject({ plugin });
    expect((await change({ type: 28, key: KEY })).body.data).toMatchObject({ plugin: '' });
    expect((await change({ plugin: null })).body.data).toMatchObject({ plugin: '' });
    expect(await change({ plugin })).toMatchObject(failed('plugin', 'channel.plugin_unknown'));
  });

  it('changes what is given and keeps a key that is not', async () => {
    const { id, ...before } = await make({ tag: 't', model_mapping: '{"a":"+b"}' });
    const change = (given: object) => site.ask(update, { as: admin, input: { id, ...given } });

    expect((await change({ priority: 5, status: 2, key: '' })).body.data).toEqual({
      ...before,
      id,
      priority: 5,
      status: 2,
      etag: expect.any(String),
    });
    expect(await storedKey(id)).toBe(KEY);
    expect((await change({ key: 'a-new-upstream-key' })).body.data.key_hint).toBe('a-ne…-key');
    expect(await storedKey(id)).toBe('a-new-upstream-key');
    expect((await change({ only_chat: true, disabled_stream: ['gpt-4o'], tag: '' })).body.data).toMatchObject(
      {
        ...{ only_chat: true, disabled_stream: ['gpt-4o'], tag: '', models: 'gpt-4o,o4*' },
      },
    );
    expect((await site.ask(update, { as: admin, input: { id: 9999, name: 'x' } })).status).toBe(404);
    expect((await change({ status: 3 })).status).toBe(400);
  });

  it('keeps what the upstream of a custom channel speaks, and of no other', async () => {
    const custom = { type: 8, base_url: 'https://up.example' };
    const dialects = ['gemini', 'anthropic-messages'];
    const { id, dialects: shown } = await make({ ...custom, dialects });
    expect(shown).toEqual(['anthropic-messages', 'gemini']);
    const change = (given: object) => site.ask(update, { as: admin, input: { id, ...given } });

    expect((await change({ name: 'renamed' })).body.data.dialects).toEqual(shown);
    site.changed.length = 0;
    expect((await change({ dialects: ['gemini'] })).body.data.dialects).toEqual(['gemini']);
    expect(site.changed).toEqual(['routing']);
    await site.ask(test, { as: admin, params: { id } });
    expect(site.tested.at(-1)).toMatchObject({ id, dialects: '["gemini"]' });
    expect((await change({ type: 1, key: KEY })).body.data.dialects).toEqual(['openai-chat']);
    expect((await make(custom)).dialects).toEqual(['openai-chat']);

    for (const [wrong, code] of [
      [[], 'too_small'],
      [['openai-embeddings'], 'invalid_value'],
    ] as const) {
      const answer = await site.ask(create, { as: admin, input: { ...input, ...custom, dialects: wrong } });
      expect(answer).toMatchObject({ status: 400, body: { fields: [{ code }] } });
    }
    const draft = { ...custom, key: 'k', model: 'm', dialects: ['anthropic-messages'] };
    await site.ask(testDraft, { as: admin, input: draft });
    expect(site.tested.at(-1)).toMatchObject({ dialects: '["anthropic-messages"]' });
  });

  it('sends a stored key to no address that somebody names later, not even root', async () => {
    const { id } = await make();
    const elsewhere = { base_url: 'https://collector.example' };

    expect(await site.ask(update, { as: admin, input: { id, ...elsewhere } })).toMatchObject(
      failed('key', 'channel.key_required'),
    );
    expect(await site.ask(testDraft, { as: admin, input: { id, type: 1, ...elsewhere } })).toMatchObject(
      failed('key', 'channel.key_required'),
    );
    expect(
      (await site.ask(update, { as: admin, input: { id, ...elsewhere, key: 'their own key' } })).status,
    ).toBe(200);
    const other = await make();
    expect(await site.ask(update, { as: root, input: { id: other.id, ...elsewhere } })).toMatchObject(
      failed('key', 'channel.key_required'),
    );
    // A type that needs no key gets none.
    expect((await site.ask(update, { as: admin, input: { id: other.id, type: 1000 } })).status).toBe(200);
    expect(await storedKey(other.id)).toBe('');
    await site.ask(remove, { as: admin, params: { id: other.id } });
  });

  describe('with a proxy', () => {
    const PROXY = 'http://me:p%40ss-secret@proxy.example:3128';
    const SHOWN = 'http://me:***@proxy.example:3128';
    const storedProxy = async (id: number) => {
      const { proxy_sealed } = await site.db
        .selectFrom('channels')
        .select('proxy_sealed')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return proxy_sealed === '' ? '' : site.secretBox.open(proxy_sealed, CHANNEL_PROXY_PURPOSE);
    };
    const change = (id: number, given: object, as = admin) =>
      site.ask(update, { as, input: { id, ...given } });

    it('seals it, shows no password, and keeps what comes back as it was shown', async () => {
      const channel = await make({ proxy: ` ${PROXY} ` });
      expect(channel.proxy).toBe(SHOWN);
      expect(await storedProxy(channel.id)).toBe(PROXY);
      const { id } = channel;

      expect((await change(id, { name: 'renamed', proxy: SHOWN })).body.data.proxy).toBe(SHOWN);
      expect((await change(id, { name: 'again' })).body.data.proxy).toBe(SHOWN);
      expect(await storedProxy(id)).toBe(PROXY);
      for (const elsewhere of [
        'http://me:***@collector.example:3128',
        'http://other:***@proxy.example:3128',
        'socks5://me:***@proxy.example:3128',
      ]) {
        expect(await change(id, { proxy: elsewhere })).toMatchObject(
          failed('proxy', 'channel.proxy_password'),
        );
      }
      expect(await storedProxy(id)).toBe(PROXY);

      const texts = [
        (await site.ask(get, { as: admin, params: { id } })).body,
        (await site.ask(list, { as: admin })).body,
        (await site.ask(exportCsv, { as: admin })).body,
      ].map((body) => JSON.stringify(body));
      for (const text of texts) expect(text).not.toMatch(/p%40ss|p@ss|proxy_sealed/);

      expect((await change(id, { proxy: 'http://token-only@proxy.example' })).body.data.proxy).toBe(
        'http://***@proxy.example',
      );
      expect((await change(id, { proxy: '' })).body.data.proxy).toBe('');
      expect(await storedProxy(id)).toBe('');
    });

    it('is tested and asked through it, saved or not', async () => {
      const { id } = await make({ proxy: PROXY });
      await site.ask(test, { as: admin, params: { id } });
      expect(site.tested.at(-1)).toMatchObject({ id, proxyUrl: PROXY });
      for (const [proxy, proxyUrl] of [
        [undefined, PROXY],
        [SHOWN, PROXY],
        ['socks5://127.1.example', 'socks5://127.1.example'],
        ['', ''],
      ]) {
        await site.ask(testDraft, {
          as: admin,
          input: { id, type: 1, ...(proxy !== undefined && { proxy }) },
        });
        expect(site.tested.at(-1)).toMatchObject({ id, proxyUrl });
      }
      expect(
        await site.ask(testDraft, { as: admin, input: { id, type: 1, proxy: 'http://a:***@b.c' } }),
      ).toMatchObject(failed('proxy', 'channel.proxy_password'));
    });

    it.each([
      ['no address', { proxy: 'proxy.example' }, 'channel.proxy_invalid'],
      ['another scheme', { proxy: 'ftp://proxy.example' }, 'channel.proxy_invalid'],
      ['a path', { proxy: 'http://proxy.example/a' }, 'channel.proxy_invalid'],
      ['a private address', { proxy: 'http://10.0.0.8:3128' }, 'channel.private_network'],
      ['this machine', { proxy: 'socks5://localhost' }, 'channel.private_network'],
      ['this machine in other clothes', { proxy: 'socks5h://2130706433' }, 'channel.private_network'],
      ['a mask', { proxy: 'http://me:***@proxy.example' }, 'channel.proxy_password'],
    ])('refuses %s, naming the field', async (_what, given, code) => {
      const answer = await site.ask(create, { as: admin, input: { ...input, ...given } });
      expect(answer).toMatchObject({ status: 400, ...failed('proxy', code) });
    });

    it('lets only root name a private one', async () => {
      const inside = { proxy: 'http://10.0.0.8:3128', allow_private_network: true };
      const { id } = await make(inside, root);
      expect((await change(id, { name: 'x', proxy: inside.proxy })).status).toBe(200);
      for (const proxy of ['http://10.0.0.9:3128', ''])
        expect(await change(id, { proxy })).toMatchObject(
          failed('allow_private_network', 'channel.private_network'),
        );
      expect(await change(id, { allow_private_network: false })).toMatchObject(
        failed('proxy', 'channel.private_network'),
      );
    });

    it('needs the key again where the proxy would read it', async () => {
      const { id } = await make({ type: 8, base_url: 'http://up.example', proxy: PROXY });
      expect(await change(id, { proxy: 'http://collector.example' })).toMatchObject(
        failed('key', 'channel.key_required'),
      );
      const draft = { id, type: 8, proxy: 'http://collector.example', model: 'm' };
      expect(await site.ask(testDraft, { as: admin, input: draft })).toMatchObject(
        failed('key', 'channel.key_required'),
      );
      expect((await change(id, { proxy: PROXY.replace('secret', 'new') })).status).toBe(200);
      expect((await change(id, { proxy: '' })).status).toBe(200);
      expect(await storedKey(id)).toBe(KEY);
      const secure = await make({ type: 8, base_url: 'https://up.example' });
      expect((await change(secure.id, { proxy: 'http://collector.example' })).status).toBe(200);
      expect(await storedKey(secure.id)).toBe(KEY);
    });
  });

  it('lists by filter, order and page', async () => {
    await make({ name: 'Needle 50%', tag: 'hay', models: 'rare-model', group: 'svip', priority: 77 });
    const names = async (query: Record<string, string | number>) => {
      const { body } = await site.ask(list, { as: admin, query });
      return body.data.data.map((row: { name: string }) => row.name);
    };
    expect(await names({ name: '50%' })).toEqual(['Needle 50%']);
    expect(await names({ keyword: 'needle' })).toEqual(['Needle 50%']);
    expect(await names({ models: 'rare' })).toEqual(['Needle 50%']);
    expect(await names({ tag: 'hay' })).toEqual(['Needle 50%']);
    expect(await names({ group: 'svip' })).toEqual(['Needle 50%']);
    expect(await names({ group: 'vi' })).toEqual([]);
    expect((await names({ order: '-priority,group', size: 1 }))[0]).toBe('Needle 50%');
    for (const name of ['Zebra', 'apple']) await make({ name, tag: 'sorted' });
    expect(await names({ tag: 'sorted', order: 'name' })).toEqual(['apple', 'Zebra']);
    expect(await names({ type: 1000 })).toEqual([]);
    expect((await site.ask(list, { as: admin, query: { status: 'x' } })).status).toBe(400);
  });

  it('deletes a channel together with its key', async () => {
    const { id } = await make();
    expect((await site.ask(remove, { as: admin, params: { id } })).status).toBe(200);
    expect(await storedKey(id)).toBe('');
    expect((await site.ask(get, { as: admin, params: { id } })).status).toBe(404);
    expect((await site.ask(remove, { as: admin, params: { id } })).status).toBe(404);
  });

  it('makes a channel for each of several keys, in one go', async () => {
    const name = 'n'.repeat(100);
    site.changed.length = 0;

    const first = await make({ name, key: 'key-one\r\n\n  key-two\nkey-three\n', tag: 'keys' });

    expect(site.changed).toEqual(['routing']);
    const [one, two, three] = first.created as number[];
    expect(first).toMatchObject({ id: one, name, created: [one, two, three] });
    const shown = async (id = 0) => (await site.ask(get, { as: admin, params: { id } })).body.data;
    const { created: _, ...same } = first;
    expect(await shown(one)).toEqual(same);
    const like = { ...same, etag: expect.any(String), key_hint: expect.any(String) };
    expect(await shown(two)).toEqual({ ...like, id: two, name: `${'n'.repeat(98)}_2` });
    expect(await shown(three)).toEqual({ ...like, id: three, name: `${'n'.repeat(98)}_3` });
    expect(await Promise.all([one, two, three].map((id = 0) => storedKey(id)))).toEqual([
      ...['key-one', 'key-two', 'key-three'],
    ]);
    const unlike = { ...input, name: 'none of these', key: 'a\nb', group: 'default,nowhere' };
    expect((await site.ask(create, { as: admin, input: unlike })).status).toBe(404);
    const { body } = await site.ask(list, { as: admin, query: { name: 'none of these' } });
    expect(body.data.data).toEqual([]);
  });

  it('keeps cost ratios of single models, exactly, and refuses what is none', async () => {
    const { id, etag } = await make({ model_cost_ratios: { ' o3 ': 1e-9, 'gpt-4.1': 0.7, free: 0 } });
    const save = (model_cost_ratios: object) =>
      site.ask(update, { as: admin, input: { id, model_cost_ratios } });
    const read = async () => (await site.ask(get, { as: admin, params: { id } })).body.data;
    expect((await read()).model_cost_ratios).toEqual({ o3: 1e-9, 'gpt-4.1': 0.7, free: 0 });
    const stored = await site.db.selectFrom('channels').select('model_cost_ratios').where('id', '=', id);
    expect(await stored.executeTakeFirst()).toEqual({
      model_cost_ratios: '{"free":"0","gpt-4.1":"0.7","o3":"0.000000001"}',
    });

    await site.ask(update, { as: admin, input: { id, name: 'renamed' } });
    expect((await read()).model_cost_ratios).toEqual({ o3: 1e-9, 'gpt-4.1': 0.7, free: 0 });
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`m${n}`, 1]));
    for (const [given, field, code] of [
      [{ m: -1 }, 'model_cost_ratios.m', 'too_small'],
      [{ m: 1e-10 }, 'model_cost_ratios.m', 'number.too_many_decimals'],
      [{ ' ': 1 }, 'model_cost_ratios. ', 'channel.model_empty'],
      [{ 'a\nb': 1 }, 'model_cost_ratios.a\nb', 'text.control_characters'],
      [{ constructor: 1 }, 'model_cost_ratios.constructor', 'json.forbidden_name'],
      [many, 'model_cost_ratios', 'too_big'],
    ] as const)
      expect((await save(given)).body.fields).toEqual([{ field, code }]);

    expect((await save({})).body.data).toMatchObject({ model_cost_ratios: {} });
    expect((await read()).etag).not.toBe(etag);
  });

  it('copies a channel with its key, and nothing that it has used', async () => {
    const costs = { model_cost_ratios: { 'gpt-4o': 0.5 } };
    const { id, ...original } = await make({
      name: `${'x'.repeat(94)}🙂y`,
      tag: 't',
      cost_ratio: 0.7,
      ...costs,
    });
    await site.ask(update, { as: admin, input: { id, status: 2 } });
    await site.db
      .updateTable('channels')
      .set({ used_quota: 5, test_time: 6, response_time: 7, balance: '8', balance_currency: 'USD' })
      .set({ estimated_calls: 9, flagged_calls: 10, models_added: '["news"]', models_offered: '["news"]' })
      .where('id', '=', id)
      .execute();
    site.changed.length = 0;

    const { status, body } = await site.ask(copy, { as: admin, params: { id } });

    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...original,
      ...{ id: body.data.id, name: `${'x'.repeat(94)}_copy`, status: 2, etag: expect.any(String) },
    });
    expect(body.data.id).not.toBe(id);
    expect(await storedKey(body.data.id)).toBe(KEY);
    expect(site.changed).toEqual(['routing']);
    expect((await site.ask(copy, { as: admin, params: { id: 99_999 } })).status).toBe(404);
  });

  it('deletes every disabled channel with its key, and says how many', async () => {
    const [byHand, byGateway, enabled] = [await make(), await make(), await make()];
    await site.ask(removeDisabled, { as: admin });
    const off = async (id: number, status: number) =>
      site.db.updateTable('channels').set({ status }).where('id', '=', id).execute();
    await off(byHand.id, 2);
    await off(byGateway.id, 3);
    site.changed.length = 0;

    expect((await site.ask(removeDisabled, { as: admin })).body.data).toBe(2);

    expect(site.changed).toEqual(['routing']);
    expect(await storedKey(byGateway.id)).toBe('');
    expect((await site.ask(get, { as: admin, params: { id: byHand.id } })).status).toBe(404);
    expect((await site.ask(get, { as: admin, params: { id: enabled.id } })).status).toBe(200);
    expect((await site.ask(removeDisabled, { as: admin })).body.data).toBe(0);
    expect(site.changed).toEqual(['routing']);
  });

  it('tests a saved channel with its own key and keeps the time', async () => {
    const { id } = await make({ models: 'o4*,gpt-4o' });
    const answer = await site.ask(test, { as: admin, params: { id } });

    expect(answer.body).toEqual({ success: true, message: '', time: 0.25 });
    expect(site.tested.at(-1)).toMatchObject({ id, channelKey: KEY, model: 'gpt-4o', disabled_stream: '[]' });
    expect((await site.ask(get, { as: admin, params: { id } })).body.data).toMatchObject({
      test_time: site.now(),
      ...{ response_time: 250, test_error: '' },
    });
    await site.ask(test, { as: admin, params: { id }, query: { model: 'other' } });
    expect(site.tested.at(-1)?.model).toBe('other');
    expect((await site.ask(test, { as: admin, params: { id: 9999 } })).status).toBe(404);
    const wild = await make({ models: 'o4*' });
    expect(await site.ask(test, { as: admin, params: { id: wild.id } })).toMatchObject(
      failed('test_model', 'channel.test_model_required'),
    );
  });

  it('tests the enabled channels one after the other, in parts, and says why one failed', async () => {
    await site.db.updateTable('channels').set({ status: 2 }).execute();
    const [good, bad, wild] = [
      await make({ name: 'good', test_model: 'gpt-4o-mini' }),
      await make({ name: 'bad' }),
      await make({ name: 'wild', models: 'o4*' }),
    ];
    const works = site.fakes.testChannel;
    let running = 0;
    site.fakes.testChannel = async (channel) => {
      running += 1;
      expect(running).toBe(1);
      const result = await works(channel);
      running -= 1;
      if (channel.id === bad.id) throw new GatewayError('upstream.key_refused');
      return result;
    };
    site.tested.length = 0;

    const first = (await site.ask(testEnabled, { as: admin, query: { limit: 1 } })).body.data;
    const rest = (await site.ask(testEnabled, { as: admin, query: { after: first.next } })).body.data;

    site.fakes.testChannel = works;
    expect(first).toEqual({
      done: [{ id: good.id, name: 'good', time: 0.25 }],
      ...{ failed: [], total: 3, next: good.id },
    });
    expect(rest).toEqual({
      done: [],
      failed: [
        { id: bad.id, name: 'bad', code: 'upstream.key_refused' },
        { id: wild.id, name: 'wild', code: 'channel.test_model_required' },
      ],
      ...{ total: 3, next: 0 },
    });
    expect(site.tested.map(({ id, model }) => [id, model])).toEqual([
      [good.id, 'gpt-4o-mini'],
      [bad.id, 'gpt-4o'],
    ]);
    const read = async (id: number) => (await site.ask(get, { as: admin, params: { id } })).body.data;
    expect(await read(good.id)).toMatchObject({ response_time: 250, test_error: '' });
    expect(await read(bad.id)).toMatchObject({
      ...{ test_time: site.now(), response_time: 0, test_error: 'upstream.key_refused' },
    });
    expect(await read(wild.id)).toMatchObject({ test_time: 0, test_error: '' });
    await site.ask(test, { as: admin, params: { id: bad.id } });
    expect(await read(bad.id)).toMatchObject({ response_time: 250, test_error: '' });
  });

  it('changes many at once, and names each that is gone', async () => {
    const change = (given: object, as = admin) => site.ask(batch, { as, input: given });
    const [one, two] = [await make({ name: 'one' }), await make({ name: 'two' })];
    const ids = [one.id, 99_999, two.id, one.id];
    site.changed.length = 0;

    const { status, body } = await change({ ids, action: 'disable' });

    expect(status).toBe(200);
    expect(body.data).toEqual({
      done: [one.id, two.id],
      failed: [{ id: 99_999, code: 'channel.not_found' }],
    });
    expect(site.changed).toEqual(['routing']);
    const pair = [one.id, two.id];
    await change({ ids: pair, action: 'set_priority', priority: 7 });
    await change({ ids: pair, action: 'set_weight', weight: 3 });
    await change({ ids: [two.id], action: 'set_group', group: ' vip, vip' });
    await change({ ids: [two.id], action: 'enable' });
    const shown = async (id: number) => (await site.ask(get, { as: admin, params: { id } })).body.data;
    expect(await shown(one.id)).toMatchObject({ status: 2, priority: 7, weight: 3, group: 'default,vip' });
    expect(await shown(two.id)).toMatchObject({ status: 1, priority: 7, weight: 3, group: 'vip' });

    expect((await change({ ids: pair, action: 'delete' })).body.data.done).toEqual(pair);
    expect((await site.ask(get, { as: admin, params: { id: one.id } })).status).toBe(404);
    expect(await storedKey(one.id)).toBe('');
  });

  it('refuses to change many by half a wish, and changes none then', async () => {
    const { id } = await make({ name: 'whole' });
    site.changed.length = 0;
    for (const [given, field, code] of [
      [{ action: 'set_priority' }, 'priority', 'required'],
      [{ action: 'set_weight', weight: 0 }, 'weight', 'too_small'],
      [{ action: 'set_group' }, 'group', 'required'],
      [{ action: 'disable', ids: [] }, 'ids', 'too_small'],
    ] as const) {
      const answer = await site.ask(batch, { as: admin, input: { ids: [id], ...given } });
      expect(answer).toMatchObject({ status: 400, body: { fields: [{ field, code }] } });
    }
    const unknown = { ids: [id], action: 'set_group', group: 'default,nobody' };
    expect((await site.ask(batch, { as: admin, input: unknown })).body.code).toBe('user_group.not_found');
    expect(site.changed).toEqual([]);
  });

  it('hands the list out as a file, never with a key', async () => {
    const given = { name: '=cmd', tag: 'csv', group: 'vip', key: 'sk-in-no-file-0123456789' };
    const { id } = await make(given);
    await make({ ...given, name: 'other', tag: 'else' });

    const { status, headers, body } = await site.ask(exportCsv, { as: admin, query: { tag: 'csv' } });

    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="channel.csv"');
    const [head, row, ...rest] = String(body).split('\r\n');
    expect(head).toContain('id,name,type,status,group,models');
    expect(row).toContain(`${id},'=cmd,1,1,vip,"gpt-4o,o4*"`);
    expect(rest).toEqual(['']);
    expect(body).not.toMatch(/sk-|…|key/);
    expect((await site.ask(exportCsv, { as: admin, query: { type: 'x' } })).status).toBe(400);
  });

  it('tests a form before it is saved, and says why it failed', async () => {
    const draft = { type: 8, base_url: 'https://up.example', key: 'k', model: 'm' };
    expect((await site.ask(testDraft, { as: admin, input: draft })).body.time).toBe(0.25);
    expect(site.tested.at(-1)).toMatchObject({ id: 0, channelKey: 'k', base_url: 'https://up.example' });

    const saved = await make({ test_model: 'gpt-4o-mini' });
    await site.ask(testDraft, { as: admin, input: { id: saved.id, type: 1, name: 'x' } });
    expect(site.tested.at(-1)).toMatchObject({ id: saved.id, channelKey: KEY, model: 'gpt-4o-mini' });

    const works = site.fakes.testChannel;
    site.fakes.testChannel = async () => {
      throw new GatewayError('upstream.key_refused');
    };
    expect(await site.ask(testDraft, { as: admin, input: draft })).toMatchObject({
      status: 503,
      body: { code: 'upstream.key_refused' },
    });
    site.fakes.testChannel = works;
    expect(
      (await site.ask(testDraft, { as: admin, input: { ...draft, base_url: 'http://127.0.0.1' } })).status,
    ).toBe(400);
    expect((await site.ask(testDraft, { as: admin, input: {} })).body.fields).toEqual([
      { field: 'type', code: 'required' },
    ]);
  });

  it('names the models that have a price', async () => {
    const { body } = await site.ask(models, { as: admin });
    expect(body.data).toContainEqual({ id: 'gpt-4o', owned_by: 'OpenAI' });

    const renamed = { id: 1, name: 'Renamed', icon: 'openai' };
    await site.ask(modelCalls.updateOwner, { as: root, input: renamed });
    expect((await site.ask(models, { as: admin })).body.data).toContainEqual({
      ...{ id: 'gpt-4o', owned_by: 'Renamed' },
    });
  });

  it('is for administrators', async () => {
    const params = { id: 1 };
    for (const call of Object.values(channelCalls)) {
      expect((await site.ask(call, { as: ann, params, input })).status).toBe(403);
      expect((await site.ask(call, { params, input })).status).toBe(401);
    }
  });
});
