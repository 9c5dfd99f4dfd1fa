import { optionCalls } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { MAIL_ACCOUNT, type MailHost, startMailHost, useMailHost } from '../../../test/support/mail-host.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { queueMail } from './queue-mail.ts';
import { sendMails } from './send-mails.ts';

describe.each(anyDatabase)('mails on $name', (engine) => {
  let site: TestManagement;
  let host: MailHost;

  beforeEach(async () => {
    site = await startTestManagement(engine);
    host = await startMailHost();
    await useMailHost(site, host);
  });
  afterEach(async () => {
    await host.stop();
    await site.stop();
  });

  const queue = (to = 'ann@mail.test', usableSeconds?: number) =>
    queueMail(site.deps, {
      ...{ to, language: 'en_US', mail: { kind: 'registerCode', code: '123456', minutes: 10 } },
      ...(usableSeconds !== undefined && { usableSeconds }),
    });
  const send = () => sendMails(site.deps, new AbortController().signal);
  const rows = () => site.db.selectFrom('mails').selectAll().orderBy('id').execute();
  const test = async () => {
    const as = await site.root();
    return (await site.ask(optionCalls.testMail, { as, input: { to: 'root@mail.test' } })).body.data;
  };

  it('go out encrypted, in the language of the reader, and leave nothing behind', async () => {
    await queue();
    expect((await rows())[0]?.body).toMatch(/^v1:/);
    expect(await site.dump()).not.toContain('123456');
    expect(await send()).toBeNull();

    expect(host.mails).toMatchObject([{ to: 'ann@mail.test', isEncrypted: true, account: MAIL_ACCOUNT }]);
    expect(host.mails[0]?.text).toContain('Subject: Your Test code');
    expect(host.mails[0]?.text).toContain('From: Test <gateway@site.test>');
    expect(host.code()).toBe('123456');
    expect(await rows()).toEqual([]);
  });

  it('are tried again after growing pauses, and given up when their code has expired', async () => {
    const busy = { code: 451, text: 'greylisted, try again later' };
    host.refusals.push(busy, busy);
    await queue('ann@mail.test', 600);
    expect(await send()).toBe(site.now() + 60);
    expect(await send()).toBe(site.now() + 60);
    expect(await rows()).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('greylisted') }]);
    site.passTime(60);
    expect(await send()).toBe(site.now() + 120);
    expect(host.mails).toEqual([]);
    site.passTime(120);
    expect(await send()).toBeNull();
    expect(host.mails).toHaveLength(1);

    host.refusals.push(busy);
    await queue('late@mail.test', 30);
    expect(await send()).toBeNull();
    expect(await rows()).toMatchObject([{ body: '', given_up_time: site.now() }]);
  });

  it('are given up at once when the server refuses them for good, and forgotten after 30 days', async () => {
    host.refusals.push({ code: 550, text: 'no such mailbox' });
    await queue('nobody@mail.test');
    await queue('ann@mail.test');
    expect(await send()).toBeNull();

    expect(host.mails.map(({ to }) => to)).toEqual(['ann@mail.test']);
    const [given] = await rows();
    expect(given).toMatchObject({ address: 'nobody@mail.test', body: '', given_up_time: site.now() });
    expect(given?.last_error).toContain('no such mailbox');
    site.passTime(31 * 86_400);
    await send();
    expect(await rows()).toEqual([]);
  });

  it('wait while the server is down, one attempt a run, and go out once it is back', async () => {
    await host.stop();
    await queue('ann@mail.test');
    await queue('ben@mail.test');
    await expect(send()).rejects.toThrow('ECONNREFUSED');
    expect(await rows()).toMatchObject([{ attempts: 1 }, { attempts: 0 }]);

    host = await startMailHost();
    await useMailHost(site, host);
    site.passTime(60);
    expect(await send()).toBeNull();
    expect(host.mails.map(({ to }) => to).sort()).toEqual(['ann@mail.test', 'ben@mail.test']);
  });

  it('wait unchanged when a stop ends their sending, and go out once afterwards', async () => {
    host.refusals.push('silence');
    await queue('ann@mail.test');
    await queue('ben@mail.test');
    const stop = new AbortController();
    const sending = sendMails(site.deps, stop.signal, { finishMs: 50 });
    await expect.poll(() => host.refusals).toEqual([]);
    stop.abort();
    expect(await sending).toBeNull();
    const unchanged = { attempts: 0, next_try_at: site.now(), last_error: '' };
    expect(await rows()).toMatchObject([unchanged, unchanged]);

    expect(await send()).toBeNull();
    expect(host.mails.map(({ to }) => to)).toEqual(['ann@mail.test', 'ben@mail.test']);
  });

  it('have the same Message-ID at each attempt, so that servers recognise one that came twice', async () => {
    const ids = () => host.mails.map(({ text }) => /^Message-ID: <(\w+@site\.test)>\r$/im.exec(text)?.[1]);
    host.confirmPausesMs.push(1_000);
    await queue();
    await queue();
    const stop = new AbortController();
    const sending = sendMails(site.deps, stop.signal, { finishMs: 50 });
    await expect.poll(() => host.mails.length).toBe(1);
    stop.abort();
    await sending;
    await send();

    const [first, again, other] = ids();
    expect(first).toMatch(/./);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('are not sent after a day', async () => {
    await queue();
    site.passTime(86_400);
    expect(await send()).toBeNull();
    expect(host.mails).toEqual([]);
    expect(await rows()).toMatchObject([{ body: '', given_up_time: site.now() }]);
  });

  it('are tested by root, who reads what the server says', async () => {
    expect(await test()).toEqual({ sent: true, answer: expect.stringContaining('queued as 1A2B') });
    host.refusals.push({ code: 550, text: 'relay not permitted' });
    expect(await test()).toEqual({ sent: false, answer: expect.stringContaining('relay not permitted') });
    await site.options.set('SMTPToken', 'another password');
    expect(await test()).toEqual({ sent: false, answer: expect.stringContaining('credentials invalid') });
    expect(host.mails.map(({ to }) => to)).toEqual(['root@mail.test']);
  });

  // S-13 of docs/reference/sign-in.md.
  it('ask for the password again when the server changes', async () => {
    const as = await site.root();
    const change = (...options: { key: string; value: string }[]) =>
      site.ask(optionCalls.updateMany, { as, input: { options } });
    const server = { key: 'SMTPServer', value: 'elsewhere.test' };

    expect(await change(server)).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'SMTPToken', code: 'option.secret_again' }] },
    });
    expect((await site.ask(optionCalls.update, { as, input: server })).status).toBe(400);
    expect((await change(server, { key: 'SMTPToken', value: 'theirs' })).status).toBe(200);
  });
});
