import type { Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { UserTable } from '../../db/tables/people-tables.ts';
import type { Tables } from '../../db/tables.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { accountOf } from '../order/order-repository.ts';
import { filterEntries, isNoConsumption } from '../statement/statement-filter.ts';
import { balanceAt } from '../statement/statement-sum.ts';
import { mailColumns, queueInvoiceMail } from './invoice-mail.ts';
import type { InvoiceMonth } from './invoice-month.ts';

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

const HOUR_SECONDS = 3600;

/**
 * Makes one invoice, from the ledger: the points are the difference of the balances without the entries that are no
 * calls. It begins with the closing balance of the one before, so a charge that was entered later belongs to the next
 * month. The lines by model come from the hourly sums; a line without a name has the difference to the ledger.
 * @returns whether it was made; false for a month without use, and where it is there already
 */
export async function makeInvoice(
  deps: Pick<ModuleDeps, 'jobs' | 'clock' | 'options' | 'secretBox'>,
  user: InvoicedUser,
  { month, nowSeconds }: { month: InvoiceMonth; nowSeconds: number },
): Promise<boolean> {
  return deps.jobs.transaction().execute(async (trx) => {
    const account_id = await accountOf(trx, user.id, nowSeconds);
    const opening = await openingOf(trx, user.id, { account_id, month });
    const closing = await balanceAt(trx, user.id, month.end - 1);
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

async function openingOf(
  trx: Transaction<Tables>,
  userId: number,
  { account_id, month }: { account_id: number; month: InvoiceMonth },
): Promise<number> {
  const before = await trx
    .selectFrom('invoices')
    .select('closing')
    .where('account_id', '=', account_id)
    .where('date', '=', Temporal.PlainDate.from(month.date).subtract({ months: 1 }).toString())
    .executeTakeFirst();
  return before?.closing ?? (await balanceAt(trx, userId, month.start - 1));
}

async function sumCredits(
  trx: Transaction<Tables>,
  userId: number,
  { start, end }: InvoiceMonth,
): Promise<number> {
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
