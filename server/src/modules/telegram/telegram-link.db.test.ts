import { accessTokenCalls, telegramLinkCalls, userCalls } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../../test/support/ask-confirmed.ts';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { linkTelegram } from './link-telegram.ts';
import { findLinkedAccount } from './telegram-link-repository.ts';

describe.each(databases)('links to Telegram accounts on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let people = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());

  const person = () => {
    people += 1;
    return site.seed.person(`linker${people}`);
  };
  const issue = async (as: Person) =>
    (await site.ask(telegramLinkCalls.createCode, { as })).body.data as { code: string; link: string };
  const link = (code: string, telegramId: number) => linkTelegram(site.deps, { code, telegramId });
  const read = async (as: Person) => (await site.ask(telegramLinkCalls.get, { as })).body.data;

  it('are made by a code that works once, within ten minutes', async () => {
    const ann = await person();
    expect(await read(ann)).toEqual({ linked: false, created_time: 0 });
    const { code, link: address } = await issue(ann);
    expect(code).toMatch(/^[\w-]{1,64}$/);
    expect(address).toBe(`https://t.me/toll_bot?start=${code}`);

    expect(await link(`${code}x`, 101)).toBe('unknown');
    expect(await link(code, 101)).toBe('linked');
    expect(await link(code, 102)).toBe('unknown');
    expect(await read(ann)).toEqual({ linked: true, created_time: site.now() });
    expect(await findLinkedAccount(site.db, 101)).toMatchObject({ id: ann.id, username: ann.username });

    const late = await issue(ann);
    site.passTime(600);
    expect(await link(late.code, 103)).toBe('unknown');
  });

  it('make one of many that come at once with the same code', async () => {
    const ann = await person();
    const { code } = await issue(ann);
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => link(code, 200 + index)));
    expect(results.filter((one) => one === 'linked')).toHaveLength(1);
  });

  it('belong to one account, and keep the code while the Telegram account is taken', async () => {
    const [ann, ben] = [await person(), await person()];
    await link((await issue(ann)).code, 301);
    const { code } = await issue(ben);
    expect(await link(code, 301)).toBe('taken');
    expect(await read(ben)).toMatchObject({ linked: false });

    expect((await site.ask(telegramLinkCalls.remove, { as: ann })).status).toBe(200);
    expect((await site.ask(telegramLinkCalls.remove, { as: ann })).status).toBe(404);
    expect(await link(code, 301)).toBe('linked');
    expect(await findLinkedAccount(site.db, 301)).toMatchObject({ id: ben.id });
  });

  it('are replaced by another one of the same account', async () => {
    const ann = await person();
    await link((await issue(ann)).code, 401);
    await link((await issue(ann)).code, 402);
    expect(await findLinkedAccount(site.db, 401)).toBeUndefined();
    expect(await findLinkedAccount(site.db, 402)).toMatchObject({ id: ann.id });
  });

  it.each(['disable', 'delete'])('end when an administrator does %s the account', async (action) => {
    const ann = await person();
    const id = 500 + ann.id;
    await link((await issue(ann)).code, id);
    const { code } = await issue(ann);
    const input = { username: ann.username, action };
    expect((await askConfirmed(site.ask, userCalls.manage, { as: root, input })).status).toBe(200);
    expect(await findLinkedAccount(site.db, id)).toBeUndefined();
    const rows = await site.db
      .selectFrom('telegram_links')
      .where('user_id', '=', ann.id)
      .selectAll()
      .execute();
    expect(rows).toEqual([]);
    await link(code, id).catch(() => {});
    expect(await findLinkedAccount(site.db, id)).toBeUndefined();
  });

  it('are reported to their owner by mail', async () => {
    const ann = await person();
    await site.options.set('SMTPServer', '127.0.0.1');
    await site.options.set('SMTPFrom', 'gateway@site.test');
    await site.db
      .updateTable('users')
      .set({ email: 'ann@site.test', proved_email: 'ann@site.test', language: 'en_US' })
      .where('id', '=', ann.id)
      .execute();
    await link((await issue(ann)).code, 601);
    await site.ask(telegramLinkCalls.remove, { as: ann });
    const mails = await site.db
      .selectFrom('mails')
      .select('subject')
      .where('address', '=', 'ann@site.test')
      .orderBy('id')
      .execute();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A Telegram account was linked to your Test account',
      'A Telegram account was unlinked from your Test account',
    ]);
  });

  it('need a session, and codes need a bot that runs', async () => {
    const ann = await person();
    const { body } = await askConfirmed(site.ask, accessTokenCalls.renewUnnamed, { as: ann });
    const headers = { authorization: `Bearer ${body.data}` };
    for (const call of Object.values(telegramLinkCalls)) {
      expect((await site.ask(call)).status).toBe(401);
      expect((await site.ask(call, { headers })).body.code).toBe('access_token.not_allowed');
    }
    const running = site.fakes.telegramBot;
    site.fakes.telegramBot = { ...running, username: () => '' };
    expect(await site.ask(telegramLinkCalls.createCode, { as: ann })).toMatchObject({
      ...{ status: 409, body: { code: 'telegram.not_running' } },
    });
    site.fakes.telegramBot = running;
  });
});
