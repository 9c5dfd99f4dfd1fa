import { logType, type OptionKey, optionCalls, optionCatalogue, role, siteCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { storeSecretOption } from '../../../test/support/stored-option.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { Options } from './options.ts';

describe.each(databases)('options and the site on $name', (engine) => {
  let site: TestManagement;
  let root: Person;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());

  const set = (key: string, value: unknown, as: Person | undefined = root) =>
    site.ask(optionCalls.update, { as, input: { key, value } });
  const status = async (as?: Person) => (await site.ask(siteCalls.status, { as })).body.data;

  it('lists every option but the secret ones', async () => {
    const { body } = await site.ask(optionCalls.list, { as: root });
    const keys = body.data.map(({ key }: { key: string }) => key);
    expect(body.data).toContainEqual({ key: 'SMTPPort', value: '587', etag: expect.any(String) });
    expect(body.data).toContainEqual({
      key: 'DisplayInCurrencyEnabled',
      value: 'true',
      etag: expect.any(String),
    });
    expect(keys).not.toContain('SMTPToken');
    expect(keys).not.toContain('TurnstileSecretKey');
    expect(keys).not.toContain('CFWorkerImageKey');
  });

  it('says who pays what for, as the options have it, to everybody', async () => {
    const ruleOf = async (ending: string, moment: string) =>
      (await site.ask(siteCalls.charging)).body.data.find(
        (row: { ending: string; moment: string }) => row.ending === ending && row.moment === moment,
      ).charged_by;
    expect(await ruleOf('upstream_failed', 'after_text')).toBe('delivered_part');
    expect(await ruleOf('empty', 'end')).toBe('nothing');

    await set('ChargeBrokenAnswers', 'false');
    await set('ChargeEmptyAnswers', 'true');

    expect(await ruleOf('upstream_failed', 'after_text')).toBe('nothing');
    expect(await ruleOf('total_limit', 'after_text')).toBe('delivered_part');
    expect(await ruleOf('empty', 'end')).toBe('counted');
  });

  it('uses a value at once and finds it again after a start', async () => {
    expect((await set('Notice', '# Welcome')).status).toBe(200);
    expect((await set('RetryTimes', '3')).status).toBe(200);

    expect((await site.ask(siteCalls.notice)).body.data).toBe('# Welcome');
    expect(site.changed.at(-1)).toBe('options');
    const again = new Options({ db: site.db, secretBox: site.secretBox });
    await again.load();
    expect(again.number('RetryTimes')).toBe(3);
  });

  it('opens a sealed value', async () => {
    await storeSecretOption(site, 'SMTPToken', 'mail secret');
    const again = new Options({ db: site.db, secretBox: site.secretBox });
    await again.load();
    expect(again.text('SMTPToken')).toBe('mail secret');
  });

  it.each(['OldTokenMaxId'])(
    'refuses %s, which nothing reads yet, and keeps it in the list of options',
    async (key) => {
      const initial = optionCatalogue[key as OptionKey].initial;
      expect(await set(key, initial)).toMatchObject({
        status: 400,
        body: { code: 'option.invalid', fields: [{ field: key, code: 'option.no_effect_yet' }] },
      });
    },
  );

  it('names the member of a chat link that is wrong', async () => {
    const link = { name: 'App', url: 'https://app.example/{key}', show: true, sort: 1 };
    const refused = await set('ChatLinks', JSON.stringify([link, { ...link, url: 'javascript://x' }]));
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'option.invalid', fields: [{ field: 'ChatLinks.1.url', code: 'option.wrong_member' }] },
    });
    expect(JSON.parse((await status()).chat_links)).toHaveLength(4);
    expect((await set('ChatLinks', JSON.stringify([link]))).status).toBe(200);
    expect(JSON.parse((await status()).chat_links)).toEqual([link]);
  });

  it.each(['ModelFallbacks', 'ContextFallbacks', 'FilteredFallbacks'])(
    'takes the lists of %s',
    async (key) => {
      const lists = JSON.stringify({ 'gpt-5': ['gpt-4.1', 'claude'], 'gpt-4.1': ['claude'] });
      expect((await set(key, lists)).status).toBe(200);
      const wrong = await set(key, JSON.stringify({ 'gpt-4.1': ['b', 'b'] }));
      expect(wrong).toMatchObject({
        status: 400,
        body: { code: 'option.invalid', fields: [{ field: `${key}.gpt-4.1`, code: 'option.fallbacks_of' }] },
      });
      const looped = await set(key, JSON.stringify({ 'gpt-5': ['claude'], claude: ['gpt-5'] }));
      expect(looped).toMatchObject({
        status: 400,
        body: {
          code: 'option.fallback_loop',
          message: 'These fallbacks lead back to the model where they begin: gpt-5 → claude → gpt-5.',
          fields: [{ field: key, code: 'option.fallbacks_lead_back' }],
        },
      });
      const { body } = await site.ask(optionCalls.list, { as: root });
      expect(body.data).toContainEqual({ key, value: lists, etag: expect.any(String) });
    },
  );

  it.each([
    ['RetryTimes', '-1', 'too_small'],
    ['RetryTimes', '101', 'too_big'],
    ['RetryTimes', '1.5', 'not_whole'],
    ['RetryTimes', '1e9', 'not_whole'],
    ['QuotaPerUnit', 'Infinity', 'not_a_number'],
    ['DisplayInCurrencyEnabled', 'yes', 'invalid_value'],
    ['ChatLinks', '{}', 'invalid_format'],
    ['Language', 'de_DE', 'invalid_value'],
    ['QuotaPerUnit', '1', 'too_small'],
    ['TopUpLink', 'javascript:alert(1)', 'invalid_address'],
    ['ServerAddress', 'gate.example', 'invalid_address'],
    ['ServerAddress', 'https://gate.example/?q=1#f', 'invalid_address'],
    ['ServerAddress', 'https://me:secret@gate.example', 'invalid_address'],
    ['ServerAddress', 'https://gate.example\n.evil.example', 'invalid_address'],
    ['Logo', 'https://', 'invalid_picture'],
    ['Logo', `https://elsewhere.example/${'x'.repeat(800)}`, 'invalid_picture'],
    ['Logo', '//elsewhere.example/logo.png', 'invalid_picture'],
    ['Logo', 'data:text/html,<b>', 'invalid_picture'],
  ])('refuses %s = %s', async (key, value, code) => {
    expect(await set(key, value)).toMatchObject({
      status: 400,
      body: { code: 'option.invalid', fields: [{ field: key, code }] },
    });
  });

  it('sets several at once or none, and logs which', async () => {
    const setMany = (options: object[], as: Person | undefined = root) =>
      site.ask(optionCalls.updateMany, { as, input: { options } });
    const good = { key: 'About', value: 'both' };

    const refused = await setMany([good, { key: 'RetryTimes', value: '-1' }, { key: 'Logo', value: 'x' }]);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        fields: [
          { field: 'RetryTimes', code: 'too_small' },
          { field: 'Logo', code: 'invalid_picture' },
        ],
      },
    });
    expect(site.options.text('About')).not.toBe('both');
    expect((await setMany([good, { key: 'Nothing', value: '' }])).status).toBe(404);
    expect((await setMany([])).status).toBe(400);

    const done = await setMany([{ key: 'Footer', value: 'foot' }, good]);
    expect(done.status).toBe(200);
    expect(site.options.text('Footer')).toBe('foot');
    const row = await site.db.selectFrom('logs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ type: logType.manage, user_id: root.id, source_ip: expect.any(String) });
    expect(row.content).toBe('Footer, About');
    expect((await setMany([good], await site.seed.person('helper', { role: role.admin }))).status).toBe(403);
  });

  it('knows no other options', async () => {
    for (const key of ['Unknown', 'constructor', '__proto__']) {
      expect(await set(key, 'x')).toMatchObject({ status: 404, body: { code: 'option.unknown' } });
    }
    expect((await set('Notice', 5)).body.fields).toEqual([{ field: 'value', code: 'invalid_type' }]);
  });

  it('is read by administrators, but for the guarded words, and set by root', async () => {
    const admin = await site.seed.person('admin', { role: role.admin });
    expect((await set('Notice', 'x', admin)).status).toBe(403);
    const keysFor = async (as: Person) =>
      (await site.ask(optionCalls.list, { as })).body.data.map(({ key }: { key: string }) => key);
    const ofAdmin = await keysFor(admin);
    const hidden = (await keysFor(root)).filter((key: string) => !ofAdmin.includes(key));
    expect(hidden).toEqual(['SafeKeyWords']);
    const common = await site.seed.person('common');
    expect((await site.ask(optionCalls.list, { as: common })).status).toBe(403);
    expect((await site.ask(optionCalls.list)).status).toBe(401);
    expect((await site.ask(optionCalls.update, { input: { key: 'Notice', value: 'x' } })).status).toBe(401);
  });

  it('tells the console what it needs, and the guarded words to root only', async () => {
    await site.db.insertInto('options').values({ key: 'SafeKeyWords', value: 'one\n two \n' }).execute();
    await site.options.load();
    expect(await status()).toMatchObject({
      ...{
        version: 'v0.14.16',
        quota_per_unit: 500_000,
        quota_remind_threshold: 1000,
        is_set_up: true,
        SafeKeyWords: [],
      },
      server_address: 'http://gateway.test',
    });
    expect((await status(root)).SafeKeyWords).toEqual(['one', 'two']);
    await set('ServerAddress', 'https://gate.example');
    await set('About', 'about');
    await set('HomePageContent', 'home');
    expect((await status()).server_address).toBe('https://gate.example');
    expect((await site.ask(siteCalls.about)).body.data).toBe('about');
    expect((await site.ask(siteCalls.homePage)).body.data).toBe('home');
  });
});
