import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { siteTimeZone } from '../../platform/zone-days.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { monthAfter, monthAt, monthOf, monthsBetween, unbrokenAround } from './invoice-month.ts';
import { invoicedColumns, makeInvoice } from './make-invoice.ts';

type Deps = Pick<ModuleDeps, 'jobs' | 'clock' | 'options' | 'secretBox' | 'jobRunner'>;

const BATCH = 200;

/**
 * Makes the invoices of a month that are missing. It may run again, and in two processes at once.
 * @returns number of invoices that were made
 */
export async function makeInvoices(
  deps: Deps,
  date: string,
  { timeZone = siteTimeZone(), signal }: { timeZone?: string; signal: AbortSignal },
): Promise<number> {
  const { jobs, clock, jobRunner } = deps;
  const month = monthOf(date, timeZone);
  const nowSeconds = clock.nowSeconds();
  const made = unbrokenAround(date, await listMadeMonths(jobs));
  let count = 0;
  for (let above = 0; ; ) {
    const users = await jobs
      .selectFrom('users')
      .select(invoicedColumns)
      .where('id', '>', above)
      .where('request_count', '>', 0)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const user of users) {
      signal.throwIfAborted();
      if (await makeInvoice(deps, user, { month, made, nowSeconds })) count += 1;
    }
    if (users.length < BATCH) break;
    above = users.at(-1)?.id ?? above;
  }
  if (count > 0) jobRunner.runSoon('mail');
  await jobs
    .insertInto('invoice_months')
    .values({ date, invoice_count: count, made_at: nowSeconds })
    .onConflict((conflict) =>
      conflict.column('date').doUpdateSet((eb) => ({
        invoice_count: eb('invoice_months.invoice_count', '+', eb.ref('excluded.invoice_count')),
        made_at: eb.ref('excluded.made_at'),
      })),
    )
    .execute();
  return count;
}

const MAX_MONTHS = 1200;

const listMadeMonths = async (jobs: Db): Promise<string[]> => {
  const rows = await jobs
    .selectFrom('invoice_months')
    .select('date')
    .orderBy('date', 'desc')
    .limit(MAX_MONTHS)
    .execute();
  return rows.map(({ date }) => date);
};

/** Makes the invoices of the months that have ended since the last run, of the last month at first. */
export async function makeDueInvoices(deps: Deps, signal: AbortSignal): Promise<void> {
  const { jobs, clock, options } = deps;
  if (!options.flag('UserInvoiceMonth')) return;
  const lastMonth = monthAt(clock.nowSeconds(), siteTimeZone(), -1);
  const latest = await jobs
    .selectFrom('invoice_months')
    .select('date')
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();
  const from = latest === undefined ? lastMonth : monthAfter(latest.date, 1);
  for (const date of monthsBetween(from, lastMonth)) await makeInvoices(deps, date, { signal });
}

/** @throws invoice.month_not_over; invoice.made_already where only a first run is wanted */
export async function makeInvoicesByHand(
  deps: Deps,
  date: string,
  { isFirst, signal }: { isFirst: boolean; signal: AbortSignal },
): Promise<{ count: number }> {
  if (date >= monthAt(deps.clock.nowSeconds(), siteTimeZone()))
    throw new GatewayError('invoice.month_not_over');
  if (isFirst) {
    const known = await deps.jobs
      .selectFrom('invoice_months')
      .select('date')
      .where('date', '=', date)
      .executeTakeFirst();
    if (known !== undefined) throw new GatewayError('invoice.made_already');
  }
  return { count: await makeInvoices(deps, date, { signal }) };
}
