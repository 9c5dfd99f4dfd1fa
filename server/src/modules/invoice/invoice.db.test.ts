import { invoiceCalls, type OptionKey, role } from '@turnpike/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import { post } from '../../db/ledger.ts';
import { changeQuota } from '../user/user-quota.ts';
import { makeDueInvoices, makeInvoices } from './make-invoices.ts';

const HOUR = 3600;
const at = (text: string): number => Date.parse(text) / 1000;
const MONTH = '2026-10-01';

describe.each(databases)('invoices on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let user: Person;
  let people = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    people += 1;
    user = await site.seed.person(`payer${people}`);
    await site.db.updateTable('users').set({ request_count: 1 }).where('id', '=', user.id).execute();
  });

  /** An entry of the ledger, and for calls their place in the hourly sums. */
  const enter = async (
    kind: 'consumption' | 'top_up',
    delta: number,
    { time = '2026-10-05T10:20:00Z', model = 'gpt-4o' } = {},
  ) => {
    const created_at = at(time);
    await site.db.transaction().execute((trx) =>
      post(trx, {
        ...{ user_id: user.id, kind, delta, created_at },
        ...({ reference_type: 'order', reference: 'o', actor_id: null, note: '' } as const),
      }),
    );
    if (kind !== 'consumption') return;
    const counts = {
      request_count: 2,
      quota: -delta,
      prompt_tokens: 30,
      completion_tokens: 7,
      request_time: 900,
    };
    await site.db
      .insertInto('statistics_hours')
      .values({
        hour: created_at - (created_at % HOUR),
        user_id: user.id,
        channel_id: 1,
        model_name: model,
        ...counts,
      })
      .execute();
  };
  const signal = AbortSignal.timeout(30_000);
  const make = (date = MONTH) => makeInvoices(site.deps, date, { timeZone: 'UTC', signal });
  const own = async () => (await site.ask(invoiceCalls.listOwn, { as: user })).body.data.data;
  const lines = async (date = MONTH) =>
    (await site.ask(invoiceCalls.linesOwn, { as: user, query: { date } })).body.data;

  it('have the balances of the month, its use by model and its number', async () => {
    await enter('top_up', 1000, { time: '2026-09-30T23:59:59Z' });
    await enter('consumption', -40, { time: '2026-09-30T23:59:59Z' });
    await enter('consumption', -100, { time: '2026-10-01T00:00:00Z' });
    await enter('top_up', 500);
    await enter('consumption', -300, { time: '2026-10-31T23:59:59Z', model: 'claude' });
    await enter('consumption', -7, { time: '2026-11-01T00:00:00Z' });
    await make();

    const [invoice] = await own();
    expect(invoice).toMatchObject({
      ...{ date: MONTH, status: 'paid', opening: 960, credits: 500, closing: 1060, quota: 400 },
      ...{ request_count: 4, prompt_tokens: 60, completion_tokens: 14, request_time: 1800, time_zone: 'UTC' },
    });
    expect(invoice.name).toMatch(/^202610-\d+$/);
    expect(await lines()).toMatchObject([
      { date: MONTH, model_name: 'claude', quota: 300 },
      { date: MONTH, model_name: 'gpt-4o', quota: 100 },
    ]);
    const file = await site.ask(
      { method: 'GET', path: '/api/user/invoice/export?date=2026-10-17' },
      { as: user },
    );
    expect(file.body).toContain('2026-10-01,claude,2,30,7,900,300');
  });

  it('are files in the language that is asked for, for their user and for administrators', async () => {
    await enter('top_up', 1000);
    await enter('consumption', -100);
    await make();
    const { id, name } = (await own())[0];
    const query = { date: '2026-10-17', language: 'zh_CN' };
    const file = await site.ask(invoiceCalls.pdfOwn, { as: user, query });
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="invoice-${name}.pdf"`,
    });
    expect(String(file.body)).toMatch(/^%PDF-1.*\+NotoSansHans-Regular/s);
    const japanese = await site.ask(invoiceCalls.pdf, {
      ...{ as: root, params: { id }, query: { language: 'ja_JP' } },
    });
    expect(String(japanese.body)).toMatch(/^%PDF-1.*\+NotoSansJP-Regular/s);
    const ask = (call: typeof invoiceCalls.pdf | typeof invoiceCalls.pdfOwn, given: object) =>
      site.ask(call as never, { as: user, ...given } as never);
    expect((await ask(invoiceCalls.pdf, { params: { id } })).status).toBe(403);
    expect((await ask(invoiceCalls.pdfOwn, { query: { date: '2020-01-01' } })).status).toBe(404);
    expect((await ask(invoiceCalls.pdfOwn, { query: { ...query, language: 'de_DE' } })).status).toBe(400);
  });

  it('stay as they are when they are made again, and when statistics are deleted', async () => {
    await enter('top_up', 1000);
    await enter('consumption', -100);
    expect(await make()).toBe(1);
    const before = [await own(), await lines()];
    await enter('consumption', -5, { time: '2026-10-05T12:00:00Z' });
    await site.db.deleteFrom('statistics_hours').execute();
    const counts = await Promise.all([make(), make(), make()]);
    expect(counts).toEqual([0, 0, 0]);
    expect([await own(), await lines()]).toEqual(before);
  });

  it('are made once by two runs at the same time', async () => {
    await enter('top_up', 1000);
    await enter('consumption', -100);
    const counts = await Promise.all([make(), make(), make(), make()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await own()).toHaveLength(1);
    expect(await lines()).toHaveLength(1);
  });

  it('take a charge that was entered late into the next month, in a line without a name', async () => {
    await enter('top_up', 1000, { time: '2026-09-01T00:00:00Z' });
    await enter('consumption', -100);
    await make();
    await enter('consumption', -5, { time: '2026-10-31T23:59:58Z' });
    await make('2026-11-01');
    const [november, october] = await own();
    expect(october).toMatchObject({ closing: 900, quota: 100 });
    expect(november).toMatchObject({ opening: 900, closing: 895, quota: 5, request_count: 0 });
    expect(await lines('2026-11-01')).toMatchObject([{ model_name: '', quota: 5 }]);
  });

  it('take a late charge of a month that had no invoice into the next one, and into no other', async () => {
    await enter('top_up', 1000, { time: '2026-09-01T00:00:00Z' });
    await make();
    await enter('consumption', -300, { time: '2026-10-31T23:50:00Z' });
    await enter('consumption', -20, { time: '2026-11-05T00:00:00Z' });
    await make('2026-11-01');
    // An administrator makes the invoices that are missing.
    await make();
    expect(
      (await own()).map(({ date, opening, quota }: Record<string, unknown>) => [date, opening, quota]),
    ).toEqual([
      ['2026-11-01', 1000, 320],
      [MONTH, 1000, 0],
    ]);

    // A month without use lies between, and points were added in it.
    await enter('top_up', 70, { time: '2026-12-05T00:00:00Z' });
    await make('2026-12-01');
    await enter('consumption', -5, { time: '2026-12-31T23:59:58Z' });
    await make('2027-01-01');
    expect((await own())[0]).toMatchObject({ opening: 750, credits: 0, closing: 745, quota: 5 });
  });

  it('are not made for a month without use', async () => {
    await enter('top_up', 1000);
    expect(await make()).toBe(0);
    expect(await own()).toEqual([]);
  });

  it('are mailed once, with the sum and a link, to an address that was proved', async () => {
    const mails = () => site.db.selectFrom('mails').select(['address', 'subject']).execute();
    const set = async (options: Record<string, string>) => {
      for (const [key, value] of Object.entries(options)) await site.options.set(key as OptionKey, value);
    };
    const email = `${user.username}@mail.test`;
    await site.db.updateTable('users').set({ email, language: 'ja_JP' }).where('id', '=', user.id).execute();
    const server = { SMTPServer: 'mail.test', SMTPFrom: 'gateway@site.test', SystemName: 'Toll' };
    await set({ ...server, InvoiceMailEnabled: 'true' });
    await enter('top_up', 1000);
    await enter('consumption', -100, { time: '2026-08-05T10:20:00Z' });
    await make('2026-08-01');
    expect(await mails()).toEqual([]);

    await site.db.updateTable('users').set({ proved_email: email }).where('id', '=', user.id).execute();
    await enter('consumption', -100);
    await Promise.all([make(), make(), make()]);
    await make();
    expect(await mails()).toEqual([{ address: email, subject: 'Toll の請求書（2026-10）' }]);

    await set({ InvoiceMailEnabled: 'false' });
    await enter('consumption', -100, { time: '2026-11-05T10:20:00Z' });
    expect(await make('2026-11-01')).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  it('are unpaid while the account owes, until a credit covers it', async () => {
    await enter('top_up', 100);
    await enter('consumption', -100);
    await site.db.updateTable('users').set({ debt: 30 }).where('id', '=', user.id).execute();
    await make();
    expect((await own())[0]).toMatchObject({ status: 'unpaid', paid_at: 0 });
    const credit = (delta: number) =>
      changeQuota(site.deps, {
        ...{ caller: { ...root, role: role.root, group: 'default', proof: 'session' as const } },
        ...{ userId: user.id, username: user.username, delta, remark: '', requestKey: undefined },
        ...{ requestId: 'r', ip: '192.0.2.1' },
      });
    await credit(10);
    expect((await own())[0]).toMatchObject({ status: 'unpaid' });
    await credit(100);
    expect((await own())[0]).toMatchObject({ status: 'paid', paid_at: site.now() });
  });

  it('are marked as paid by an administrator once, with a reason and a log row', async () => {
    await enter('top_up', 100);
    await enter('consumption', -100);
    await site.db.updateTable('users').set({ debt: 30 }).where('id', '=', user.id).execute();
    await make();
    const { id } = (await own())[0];
    const pay = (as: Person) =>
      site.ask(invoiceCalls.markPaid, { as, params: { id }, input: { reason: 'by bank' } });
    expect((await pay(user)).status).toBe(403);
    expect((await pay(root)).body.data).toMatchObject({ status: 'paid', paid_note: 'by bank' });
    expect(await pay(root)).toMatchObject({ status: 409, body: { code: 'invoice.paid_already' } });
    const logs = await site.db.selectFrom('logs').select('content').where('user_id', '=', user.id).execute();
    expect(logs.at(-1)?.content).toContain('by bank');
    const list = await site.ask(invoiceCalls.list, { as: root, query: { user_id: user.id } });
    expect(list.body.data.data).toMatchObject([{ id, username: user.username }]);
    const one = await site.ask(invoiceCalls.get, { as: root, params: { id } });
    expect(one.body.data.lines).toHaveLength(1);
  });

  it('are of their own user only', async () => {
    await enter('top_up', 100);
    await enter('consumption', -100);
    await make();
    const stranger = await site.seed.person(`stranger${people}`);
    for (const call of [invoiceCalls.linesOwn, invoiceCalls.getOwn])
      expect((await site.ask(call, { as: stranger, query: { date: MONTH } })).status).toBe(404);
    expect((await site.ask(invoiceCalls.list, { as: stranger })).status).toBe(403);
  });

  it('are made by hand for months that are over, and by the job while they are on', async () => {
    const ask = (call: typeof invoiceCalls.generate, time: string) =>
      site.ask(call as never, { as: root, params: { time } });
    expect(await ask(invoiceCalls.generate, '2031-01-15')).toMatchObject({
      body: { code: 'invoice.month_not_over' },
    });
    expect((await ask(invoiceCalls.generate, '2020-02-15')).body.data).toEqual({ count: 0 });
    expect(await ask(invoiceCalls.generate, '2020-02-01')).toMatchObject({
      status: 409,
      body: { code: 'invoice.made_already' },
    });
    expect((await ask(invoiceCalls.update as never, '2020-02-01')).body.data).toEqual({ count: 0 });
    expect(await ask(invoiceCalls.generate, '2020-02-31x')).toMatchObject({ status: 400 });

    const months = () => site.db.selectFrom('invoice_months').select('date').execute();
    const before = (await months()).length;
    await makeDueInvoices(site.deps, signal);
    expect(await months()).toHaveLength(before);
    await site.ask(
      { method: 'PUT', path: '/api/option/' },
      { as: root, input: { key: 'UserInvoiceMonth', value: 'true' } },
    );
    await makeDueInvoices(site.deps, signal);
    const after = (await months()).length;
    await makeDueInvoices(site.deps, signal);
    expect(await months()).toHaveLength(after);
  });
});
