import type { Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { UserTable } from '../../db/tables/people-tables.ts';
import type { Tables } from '../../db/tables.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { accountOf } from '../order/order-repository.ts';
import { filterEntries, isNoConsumption } from '../statement/statement-filter.ts';
import { balanceAt } from '../statement/statement-sum.ts';
import { mailColumns, queueInvoiceMail } from './invoice-mail.ts';
import { type InvoiceMonth, monthAfter, monthOf } from './invoice-month.ts';

/** Columns of an account that an invoice is made from. */
export const invoicedColumns = ['id', 'debt', ...mailColumns] as const;
export type InvoicedUser = Pick<Selectable<UserTable>, (typeof invoicedColumns)[number]>;

interface Line {
  model_name: string;
  request_count: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  request_time: number;
}

/** A month, and the months around it whose invoices were made without a gap. */
export interface InvoicedMonth {
  month: InvoiceMonth;
  made: { first: string; last: string };
}

const HOUR_SECONDS = 3600;

/**
 * Makes one invoice, from the ledger: the points are the difference of the balances without the entries that are no
 * calls. It begins where the invoice before it ended, and ends where one after it begins. So a charge that was entered
 * later belongs to the next month, and each charge to one invoice. The lines by model come from the hourly sums; a line
 * without a name has the difference to the ledger.
 * @returns whether it was made; false for a month without use, and where it is there already
 */
export async function makeInvoice(
  deps: Pick<ModuleDeps, 'jobs' | 'clock' | 'options' | 'secretBox'>,
  user: InvoicedUser,
  { month, made, nowSeconds }: InvoicedMonth & { nowSeconds: number },
): Promise<boolean> {
  return deps.jobs.transaction().execute(async (trx) => {
    const account_id = await accountOf(trx, user.id, nowSeconds);
    const opening = await openingOf(trx, user.id, { account_id, month, made });
    const closing = await closingOf(trx, user.id, { account_id, month, made });
    const credits = await sumCredits(trx, user.id, month);
    const quota = opening + credits - closing;
    const lines = await linesOf(trx, user.id, month);
    const total = sumLines(lines);
    if (quota === 0 && total.request_count === 0) return false;
    if (quota !== total.quota) lines.push({ ...noUse, model_name: '', quota: quota - total.quota });
    const isPaid = user.debt === 0;
    const name = `${month.date.slice(0, 7).replace('-', '')}-${account_id}`;
    const row = await trx
      .insertInto('invoices')
      .values({
        ...{ name, account_id },
        ...{ user_id: user.id, username: user.username, email: user.email, date: month.date },
        ...{ ...total, quota, opening, credits, closing, time_zone: month.timeZone },
        ...{ status: isPaid ? ('paid' as const) : ('unpaid' as const), created_at: nowSeconds },
        ...{ paid_at: isPaid ? nowSeconds : 0, paid_by: null, paid_note: '' },
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'date']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return false;
    for (let start = 0; start < lines.length; start += 100) {
      const some = lines.slice(start, start + 100).map((line) => ({ ...line, invoice_id: row.id }));
      await trx.insertInto('invoice_lines').values(some).execute();
    }
    await queueInvoiceMail({ ...deps, db: trx }, user, { name, date: month.date, quota });
    return true;
  });
}

/**
 * The balance that is not on an invoice yet: that of the last invoice, or of the time before the first month that was
 * made, and what was added since. An account without use in the months between has no invoices of them.
 */
async function openingOf(
  trx: Transaction<Tables>,
  userId: number,
  { account_id, month, made }: InvoicedMonth & { account_id: number },
): Promise<number> {
  const before = await trx
    .selectFrom('invoices')
    .select(['date', 'closing'])
    .where('account_id', '=', account_id)
    .where('date', '>=', monthAfter(made.first, -1))
    .where('date', '<', month.date)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();
  const from = before === undefined ? made.first : monthAfter(before.date, 1);
  const { start } = monthOf(from, month.timeZone);
  const balance = before?.closing ?? (await balanceAt(trx, userId, start - 1));
  return balance + (await sumCredits(trx, userId, { start, end: month.start }));
}

/** The balance at the end of the month. A later invoice that was made before has what was entered late. */
async function closingOf(
  trx: Transaction<Tables>,
  userId: number,
  { account_id, month, made }: InvoicedMonth & { account_id: number },
): Promise<number> {
  const after = await trx
    .selectFrom('invoices')
    .select(['date', 'opening'])
    .where('account_id', '=', account_id)
    .where('date', '>', month.date)
    .where('date', '<=', monthAfter(made.last, 1))
    .orderBy('date')
    .limit(1)
    .executeTakeFirst();
  if (after === undefined) return balanceAt(trx, userId, month.end - 1);
  const { start } = monthOf(after.date, month.timeZone);
  return after.opening - (await sumCredits(trx, userId, { start: month.end, end: start }));
}

async function sumCredits(
  trx: Transaction<Tables>,
  userId: number,
  { start, end }: Pick<InvoiceMonth, 'start' | 'end'>,
): Promise<number> {
  if (start === end) return 0;
  const row = await filterEntries(trx, { userId, start_timestamp: start, end_timestamp: end - 1 })
    .where(isNoConsumption)
    .select(sql<number>`coalesce(cast(sum(delta) as bigint), 0)`.as('points'))
    .executeTakeFirst();
  return row?.points ?? 0;
}

/** Hours belong to the month that they begin in; in zones with half hours, the first may begin before it. */
function linesOf(trx: Transaction<Tables>, userId: number, { start, end }: InvoiceMonth): Promise<Line[]> {
  const sumOf = (
    column: 'request_count' | 'quota' | 'prompt_tokens' | 'completion_tokens' | 'request_time',
  ) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column);
  return trx
    .selectFrom('statistics_hours')
    .select([
      'model_name',
      sumOf('request_count'),
      sumOf('quota'),
      sumOf('prompt_tokens'),
      sumOf('completion_tokens'),
      sumOf('request_time'),
    ])
    .where('user_id', '=', userId)
    .where('hour', '>=', start - (start % HOUR_SECONDS))
    .where('hour', '<', end - (end % HOUR_SECONDS))
    .groupBy('model_name')
    .orderBy('model_name')
    .execute();
}

const noUse = {
  ...{ request_count: 0, quota: 0, prompt_tokens: 0, completion_tokens: 0, request_time: 0 },
};

function sumLines(lines: readonly Line[]): typeof noUse {
  const total = { ...noUse };
  for (const line of lines)
    for (const name of Object.keys(noUse) as (keyof typeof noUse)[]) total[name] += line[name];
  return total;
}
