import { invoiceCalls, orderCalls, paymentCalls, statisticsCalls, userCalls } from '@turnpike/contract';
import { ledgerAccount } from '@turnpike/contract/catalogues/ledger-kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { isLong } from '../../../test/support/long-tests.ts';
import {
  currencyOf,
  gatewayNames,
  type Movement,
  openShop,
  priceOf,
  type SalesShop,
} from '../../../test/support/payment/sales-shop.ts';
import { type Call, type Change, SalesYear } from '../../../test/support/payment/sales-year.ts';
import { pdfTexts } from '../../../test/support/pdf-texts.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/test-management.ts';
import { verifyLedger } from '../../db/ledger-verify.ts';

/** Its clocks change on 7 November 2027 and on 12 March 2028. */
const ZONE = 'America/New_York';
const FIRST_DAY = Temporal.PlainDate.from('2027-11-01');
const MONTHS = isLong ? 12 : 3;
const PEOPLE = isLong ? 40 : 6;
/** Parts of the people who do it on a day. */
const odds = {
  order: 0.08,
  refund: isLong ? 0.03 : 0.08,
  redeem: isLong ? 0.05 : 0.15,
  adjust: 0.01,
  use: isLong ? 0.35 : 0.2,
};

const seed = Number(process.env.TURNPIKE_SEED ?? Math.floor(Math.random() * 2 ** 31));

const secondOf = (day: Temporal.PlainDate): number =>
  Math.floor(day.toZonedDateTime(ZONE).epochMilliseconds / 1000);
const dayOf = (second: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(second * 1000)
    .toZonedDateTimeISO(ZONE)
    .toPlainDate();

interface Month {
  date: string;
  /** First second, and the first second after it. */
  start: number;
  end: number;
}
const months: Month[] = Array.from({ length: MONTHS }, (_, place) => {
  const first = FIRST_DAY.add({ months: place });
  return { date: first.toString(), start: secondOf(first), end: secondOf(first.add({ months: 1 })) };
});
const lastSecond = (months.at(-1)?.end ?? 0) - 1;

type Placed = { at: number };
const within =
  ({ start, end }: { start: number; end: number }) =>
  ({ at }: Placed): boolean =>
    at >= start && at < end;
const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);
const minorOf = ({ minor }: Movement): number => minor;
const gatewayNameOf = ({ gateway_name }: { gateway_name: string }): string => gateway_name;
const pointsOf = ({ points }: { points: number }): number => points;
const toMinor = (major: number, currency: string): number =>
  Math.round(major * (currency === 'JPY' ? 1 : 100));

describe.each(anyDatabase)(`a year of selling on $name (TURNPIKE_SEED=${seed})`, (engine) => {
  const zoneBefore = process.env.TZ;
  let site: TestManagement;
  let shop: SalesShop;
  let year: SalesYear;
  let changes: Change[];
  /** Points of the counter-accounts before the first sale. */
  let openings: Map<string, number>;

  beforeAll(async () => {
    process.env.TZ = ZONE;
    site = await startTestManagement(engine);
    site.passTime(secondOf(FIRST_DAY) - site.now());
    shop = await openShop(site);
    year = new SalesYear(site, shop, { root: await site.root(), seed });
    openings = await counterAccounts();
    for (let count = 0; count < PEOPLE; count += 1) await year.addPerson();
    await year.runInvoiceJob();
    for (const [place, month] of months.entries()) await live(month, place);
    year.goTo(lastSecond + 120);
    await year.runInvoiceJob();
    changes = year.changes();
  }, 240_000);
  afterAll(async () => {
    await site.stop();
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  });

  async function live(month: Month, place: number): Promise<void> {
    for (let day = dayOf(month.start); secondOf(day) < month.end; day = day.add({ days: 1 }))
      await liveDay({ start: secondOf(day), end: secondOf(day.add({ days: 1 })) }, place);
    await checkSummary();
  }

  /** One day. Jobs run four times, and invoices of the month before are made on time, twice, late or a month later. */
  async function liveDay({ start, end }: { start: number; end: number }, place: number): Promise<void> {
    const steps: { at: number; act: () => Promise<unknown> }[] = [];
    const add = (odd: number, act: () => Promise<unknown>): void => {
      if (year.random() < odd) steps.push({ at: year.whole(start + 300, end - 300), act });
    };
    for (const person of year.people) {
      add(odds.order, () => year.order(person));
      add(odds.use, () => year.use(person));
      add(odds.redeem / PEOPLE, () => year.redeem());
      add(odds.refund, () => year.refund());
      add(odds.adjust, () => year.adjust(person));
    }
    for (const hour of [6, 12, 18, 23])
      steps.push({ at: start + hour * 3600, act: () => year.runOrderJob() });
    const { day } = dayOf(start);
    const isMadeUpFor = place % 4 === 0;
    if (place > 0 && day === 1 && place % 4 === 1)
      steps.push({ at: start + 120, act: () => year.runInvoiceJob({ copies: 2 }) });
    if (place > 0 && day === 4 && place % 4 === 2)
      steps.push({ at: start + 7000, act: () => year.runInvoiceJob() });
    if (place > 0 && day === 1 && isMadeUpFor)
      steps.push({ at: start + 120, act: () => year.runInvoiceJob() });
    if (day === 17) steps.push({ at: end - 2000, act: checkSummary });
    // A call in the last second of a month is written in the next.
    const [first] = year.people;
    const isLast = months.some((month) => month.end === end);
    if (isLast && first !== undefined) steps.push({ at: end - 1, act: () => year.use(first) });
    for (const { at, act } of steps.sort((a, b) => a.at - b.at)) {
      if (year.random() < 0.5) await year.settle();
      year.goTo(at);
      await act();
    }
    if (end > lastSecond) await year.settle();
  }

  const counterAccounts = async (): Promise<Map<string, number>> => {
    const rows = await site.db.selectFrom('ledger_accounts').select(['account', 'points']).execute();
    return new Map(rows.map(({ account, points }) => [account, points]));
  };
  const paidOf = (span: { start: number; end: number }) => [...shop.paid.values()].filter(within(span));
  const paidBackOf = (span: { start: number; end: number }) => shop.paidBack.filter(within(span));

  /** The dashboard of administrators says what each payment company was paid in 1, 7 and 30 days. */
  async function checkSummary(): Promise<void> {
    await year.endRefunds();
    const { body } = await year.askAsRoot(paymentCalls.summary, { query: { time_zone: ZONE } });
    const { sales, unspent_quota } = body.data;
    const opening = sumOf([...openings.values()], (points) => points);
    expect(unspent_quota).toBe(sumOf(year.changes(), pointsOf) - opening);
    expect(gatewayNames).toEqual(expect.arrayContaining([...new Set(sales.map(gatewayNameOf))]));
    const today = dayOf(site.now());
    const expected = [1, 7, 30].flatMap((days) => {
      const span = { start: secondOf(today.subtract({ days: days - 1 })), end: site.now() + 1 };
      return gatewayNames.map((name) => ({
        ...{ days, gateway_name: name, order_currency: currencyOf[name] },
        minor: sumOf(
          paidOf(span).filter(({ gateway }) => gateway === name),
          minorOf,
        ),
        refunded: sumOf(
          paidBackOf(span).filter(({ gateway }) => gateway === name),
          minorOf,
        ),
      }));
    });
    const shown = expected.map(({ days, gateway_name, order_currency }) => {
      const row = sales.find(
        (one: { days: number; gateway_name: string }) =>
          one.days === days && one.gateway_name === gateway_name,
      );
      const { amount = 0, refunded_amount = 0, currency = order_currency } = row ?? {};
      const minor = toMinor(amount, currency);
      return {
        days,
        gateway_name,
        order_currency: currency,
        minor,
        refunded: toMinor(refunded_amount, currency),
      };
    });
    expect({ at: site.now(), shown }).toEqual({ at: site.now(), shown: expected });
  }

  it('sold by every way, and each thing that may go wrong did', async () => {
    for (const name of gatewayNames) {
      expect([...shop.paid.values()].some(({ gateway }) => gateway === name)).toBe(true);
      expect(shop.paidBack.some(({ gateway }) => gateway === name)).toBe(true);
    }
    for (const account of ['payment', 'promotion', 'revenue'] as const)
      expect(changes.some((one) => one.account === account)).toBe(true);
    const events = site.db.selectFrom('order_events').select(['source', 'verdict']).distinct();
    expect(await events.execute()).toEqual(
      expect.arrayContaining([
        { source: 'callback', verdict: 'credited' },
        { source: 'callback', verdict: 'known' },
        { source: 'callback', verdict: 'failed' },
        { source: 'callback', verdict: 'refused' },
        { source: 'query', verdict: 'credited' },
        { source: 'refund', verdict: 'failed' },
        { source: 'refund', verdict: 'known' },
        // Settled by hand: nothing was paid back.
        { source: 'refund', verdict: 'ignored' },
      ]),
    );
    const refunds = site.db.selectFrom('order_refunds').select('state').distinct().orderBy('state');
    expect(await refunds.execute()).toEqual([{ state: 'done' }, { state: 'failed' }]);
  });

  function checkOrder(order: { [name: string]: unknown; trade_no: string; refunded_amount: number }): void {
    const { userId, amount, gateway } = year.orders.get(order.trade_no) ?? {};
    const payment = shop.paid.get(order.trade_no);
    const parts = shop.paidBack.filter(({ tradeNo }) => tradeNo === order.trade_no);
    const refunded = sumOf(parts, minorOf);
    expect(order).toMatchObject({
      user_id: userId,
      amount,
      gateway_name: gateway,
      paid_at: payment?.at ?? 0,
    });
    expect(toMinor(order.refunded_amount, String(order.order_currency))).toBe(refunded);
    if (payment === undefined) expect(order.status).not.toBe('success');
    else expect(order.state).toBe(refunded > 0 ? 'refunded' : 'credited');
  }

  it('asked for the prices of its terms', () => {
    for (const { tradeNo, gateway, minor } of shop.paid.values())
      expect(minor).toBe(priceOf[gateway][year.orders.get(tradeNo)?.amount ?? 0]);
  });

  it('shows the sales of each day and month as the payment companies have them', async () => {
    for (const { start, end } of months) {
      const query = { start_timestamp: start, end_timestamp: end - 1, time_zone: ZONE };
      const { body } = await year.askAsRoot(statisticsCalls.period, { query });
      const shown = new Map<string, number>(
        body.data.order_statistics.map(
          (row: { date: string; order_currency: string; order_amount: number }) =>
            [`${row.date} ${row.order_currency}`, toMinor(row.order_amount, row.order_currency)] as const,
        ),
      );
      const expected = new Map<string, number>();
      for (const { at, currency, minor } of paidOf({ start, end })) {
        const key = `${dayOf(at)} ${currency}`;
        expected.set(key, (expected.get(key) ?? 0) + minor);
      }
      expect([...shown].sort()).toEqual([...expected].sort());
      const codes = [
        ...Map.groupBy(year.redeemed.filter(within({ start, end })), ({ at }) => dayOf(at).toString()),
      ];
      expect(body.data.redemption_statistics).toEqual(
        codes
          .sort(([one], [other]) => one.localeCompare(other))
          .map(([date, uses]) => ({
            ...{ date, quota: sumOf(uses, pointsOf) },
            user_count: new Set(uses.map(({ userId }) => userId)).size,
          })),
      );
    }
    expect(year.redeemed.length).toBeGreaterThan(0);
    const { body } = await year.askAsRoot(statisticsCalls.totals);
    for (const { order_currency, money } of body.data.order_statistics) {
      const all = [...shop.paid.values()].filter(({ currency }) => currency === order_currency);
      expect(toMinor(money, order_currency)).toBe(sumOf(all, minorOf));
    }
    expect(body.data.order_statistics).toHaveLength(gatewayNames.length);
  });

  it('paid each account what it bought, was given and spent, and nothing else', async () => {
    for (const person of year.people) {
      const balance = sumOf(
        changes.filter(({ userId }) => userId === person.id),
        pointsOf,
      );
      expect((await year.askAs(person, userCalls.self)).body.data.quota).toBe(balance);
      const held = site.quotaBook.balanceOf(person.id);
      if (held !== undefined) expect(held).toBe(balance);
    }
    expect(year.people.some(({ id }) => site.quotaBook.balanceOf(id) !== undefined)).toBe(true);
  });

  it('lists each order as its payment company has it', async () => {
    let seen = 0;
    for (let page = 1; ; page += 1) {
      const { body } = await year.askAsRoot(orderCalls.list, { query: { page, size: 100, order: 'id' } });
      for (const order of body.data.data) checkOrder(order);
      seen += body.data.data.length;
      if (body.data.data.length === 0 || seen >= body.data.total_count) break;
    }
    expect(seen).toBe(year.orders.size);
  });

  it('has the same sums with the other sign in the counter-accounts of its ledger', async () => {
    const expected = ledgerAccount.map((account) => {
      const points = sumOf(
        changes.filter((one) => one.account === account),
        pointsOf,
      );
      return [account, (openings.get(account) ?? 0) - points];
    });
    expect([...(await counterAccounts())].sort()).toEqual(expected.sort());
    expect(await verifyLedger(site.db, { isFull: true })).toMatchObject({ difference: null, rejected: 0 });
    await site.deps.ledgerCheck.run({ isFull: true });
    expect(site.deps.ledgerCheck.state.last).toMatchObject({ difference: null, failure: '' });
  });

  it('made one invoice for each account and month with use, and they follow each other', async () => {
    let invoiced = 0;
    for (const person of year.people) {
      const { body } = await year.askAs(person, invoiceCalls.listOwn, {
        query: { size: 100, order: 'date' },
      });
      const shown: { [name: string]: unknown; date: string; quota: number }[] = body.data.data;
      const own = months.flatMap((month) => invoiceOf(person.id, month) ?? []);
      expect(shown).toMatchObject(own);
      invoiced += sumOf(shown, ({ quota }) => quota);
      for (const { date, quota } of shown) {
        const { data } = (await year.askAs(person, invoiceCalls.linesOwn, { query: { date } })).body;
        const lines: { model_name: string; quota: number; request_count: number }[] = data;
        expect(sumOf(lines, (line) => line.quota)).toBe(quota);
        const month = months.find((one) => one.date === date) as Month;
        const calls = year.calls.filter((call) => call.userId === person.id && isInvoicedIn(month)(call));
        const named = Map.groupBy(calls, ({ model }) => model);
        for (const { model_name, request_count, ...line } of lines.filter((one) => one.model_name !== '')) {
          expect(line.quota).toBe(sumOf(named.get(model_name) ?? [], pointsOf));
          expect(request_count).toBe(named.get(model_name)?.length);
        }
        expect(lines.filter((one) => one.model_name !== '')).toHaveLength(named.size);
      }
    }
    const { points } = await site.db
      .selectFrom('ledger')
      .select(({ fn }) => fn.sum<number | string>('delta').as('points'))
      .where('kind', '=', 'consumption')
      .executeTakeFirstOrThrow();
    expect(invoiced).toBe(-Number(points));
    expect(invoiced).toBe(sumOf(year.calls, pointsOf));
  });

  /** Counts of a call that is written later than its invoice are in no invoice; its points are in the next one. */
  const isInvoicedIn = ({ start, end }: Month) => {
    const run = year.invoiceRuns.findIndex((at) => at >= end);
    return ({ endedAt, settledAfterRuns }: Call): boolean =>
      endedAt >= start && endedAt < end && settledAfterRuns <= run;
  };

  /** The invoice that an account must have for a month; undefined for one without use. */
  function invoiceOf(userId: number, month: Month): object | undefined {
    const own = changes.filter((one) => one.userId === userId);
    const opening = sumOf(
      own.filter(({ at }) => at < month.start),
      pointsOf,
    );
    const inMonth = own.filter(within(month));
    const quota =
      0 -
      sumOf(
        inMonth.filter(({ account }) => account === 'revenue'),
        pointsOf,
      );
    const credits = sumOf(
      inMonth.filter(({ account }) => account !== 'revenue'),
      pointsOf,
    );
    const calls = year.calls.filter((call) => call.userId === userId && isInvoicedIn(month)(call));
    if (quota === 0 && calls.length === 0) return undefined;
    return {
      ...{ date: month.date, opening, credits, quota, closing: opening + credits - quota, time_zone: ZONE },
      ...{ request_count: calls.length, prompt_tokens: sumOf(calls, ({ promptTokens }) => promptTokens) },
      completion_tokens: sumOf(calls, ({ completionTokens }) => completionTokens),
      request_time: sumOf(calls, ({ durationMs }) => durationMs),
    };
  }

  it('shows the same total in the files of an invoice', async () => {
    const person = year.pick(year.people.filter(({ id }) => year.calls.some(({ userId }) => userId === id)));
    const { body } = await year.askAs(person, invoiceCalls.listOwn, { query: { size: 1 } });
    const [{ date, quota }] = body.data.data;
    const { body: csv } = await year.askAs(person, invoiceCalls.exportOwnCsv, { query: { date } });
    const rows = String(csv).trim().split(/\r?\n/).slice(1);
    expect(sumOf(rows, (row) => Number(row.split(',').at(-1)))).toBe(quota);
    const pdf = await site.server.inject({
      ...{ method: 'GET', url: invoiceCalls.pdfOwn.path, headers: { cookie: person.cookie } },
      query: { date, language: 'en_US' },
    });
    const texts = pdfTexts(pdf.rawPayload);
    const total = texts.indexOf('Grand total');
    expect(texts.slice(total, total + 2)).toEqual(['Grand total', dollarsOf(quota)]);
  });

  /** One point is 0.000002 dollars. */
  function dollarsOf(points: number): string {
    const millionths = String(points * 2).padStart(7, '0');
    const whole = millionths.slice(0, -6).replace(/\B(?=(\d{3})+$)/g, ',');
    return `$${whole}.${millionths.slice(-6)}`;
  }
});
