import { expect, it } from 'vitest';
import { MAIL_ACCOUNT, MAIL_PASSWORD, startMailHost } from '../../../test/support/mail-host.ts';
import { openMailConnection } from './mail-connection.ts';
import { protectionOf } from './mail-server.ts';

const mail = { address: 'ann@mail.test', subject: 'S', text: 'T', html: '<p>T</p>' };
const serverAt = (port: number) => ({
  ...{ host: '127.0.0.1', port, account: MAIL_ACCOUNT, password: MAIL_PASSWORD },
  sender: { name: 'Site', address: 'gateway@site.test' },
});

it('sends nothing in the clear, except to a server on this machine', () => {
  for (const host of ['mail.example', '10.0.0.5', '127.example', 'localhost.example'])
    expect(protectionOf({ host, port: 587 })).toEqual({
      ...{ secure: false, requireTLS: true, tls: { rejectUnauthorized: true } },
    });
  expect(protectionOf({ host: 'mail.example', port: 465 })).toMatchObject({
    ...{ secure: true, tls: { rejectUnauthorized: true } },
  });
  for (const host of ['localhost', '127.0.0.1', '::1'])
    expect(protectionOf({ host, port: 25 })).toMatchObject({ requireTLS: false });
});

it('sends to a server on this machine that offers no encryption', async () => {
  const host = await startMailHost({ hidesTls: true });
  const connection = await openMailConnection({ ...serverAt(host.port), account: '' });
  await connection.send(mail);
  connection.close();
  await host.stop();

  expect(host.mails).toMatchObject([{ to: 'ann@mail.test', isEncrypted: false, account: '' }]);
});

it('stops waiting for a server that is silent, or that sends one byte after the other', async () => {
  const host = await startMailHost();
  host.refusals.push('silence', 'silence');
  const silent = await openMailConnection(serverAt(host.port), { silentMs: 100 });
  await expect(silent.send(mail)).rejects.toMatchObject({ refusal: 'no_server' });
  silent.close();
  const slow = await openMailConnection(serverAt(host.port), { sendMs: 200 });
  await expect(slow.send(mail)).rejects.toMatchObject({
    refusal: 'no_server',
    message: /within 0.2 seconds/,
  });
  slow.close();
  await host.stop();

  expect(host.mails).toEqual([]);
});

it('takes an address for one address, and a subject for one line', async () => {
  const host = await startMailHost();
  const connection = await openMailConnection(serverAt(host.port));
  await connection.send({ ...mail, subject: 'S\r\nBcc: eve@mail.test' });
  connection.close();
  await host.stop();

  expect(host.mails.map(({ to }) => to)).toEqual(['ann@mail.test']);
  expect(host.mails[0]?.text).not.toMatch(/^Bcc:/m);
});

it('sends nothing more once it has given a mail up', async () => {
  const host = await startMailHost();
  host.refusals.push({ pauseMs: 1_500 }, { pauseMs: 1_500 });
  const limited = await openMailConnection(serverAt(host.port), { sendMs: 1_000 });
  const stopped = await openMailConnection(serverAt(host.port), { finishMs: 50 });
  const stop = new AbortController();
  const sent = [limited.send(mail), stopped.send(mail, stop.signal)];
  const ends = Promise.allSettled(sent);
  await expect.poll(() => host.refusals).toEqual([]);
  stop.abort();
  expect(await ends).toMatchObject([
    { status: 'rejected', reason: { refusal: 'no_server' } },
    { status: 'rejected', reason: { refusal: 'aborted' } },
  ]);
  for (const connection of [limited, stopped]) connection.close();

  // The server allows the rest by then.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await host.stop();
  expect(host.mails).toEqual([]);
  expect(host.visits).toHaveLength(2);
});

it('waits some seconds after an abort for the answer about a mail that the server has', async () => {
  const host = await startMailHost();
  host.confirmPausesMs.push(300);
  const connection = await openMailConnection(serverAt(host.port));
  const abort = new AbortController();
  const sent = connection.send(mail, abort.signal);
  await expect.poll(() => host.mails.length).toBe(1);
  abort.abort();

  expect(await sent).toContain('queued as 1A2B');
  connection.close();
  await host.stop();
});
