import type {
  InvoiceLine,
  InvoiceStatus,
  InvoiceView,
  Page,
  PageQuery,
  UserInvoiceView,
} from '@turnpike/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { InvoiceTable } from '../../db/tables/selling-tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { readPage } from '../list-query.ts';

type Row = Selectable<InvoiceTable>;

const toView = ({ account_id, paid_by, ...row }: Row): UserInvoiceView => row;
const toOwnView = (row: Row): InvoiceView => {
  const { user_id, username, email, ...own } = toView(row);
  return own;
};

type Listed = Omit<PageQuery, 'keyword'>;

/** The newest month first unless another order is given. */
const ordered = (listed: Listed): Listed => ({ ...listed, order: listed.order ?? '-date' });

export async function listOwnInvoices(db: Db, userId: number, listed: Listed): Promise<Page<InvoiceView>> {
  const rows = db.selectFrom('invoices').selectAll().where('user_id', '=', userId);
  const page = await readPage(db, rows, ordered(listed));
  return { ...page, data: page.data.map(toOwnView) };
}

export async function listInvoices(
  db: Db,
  {
    user_id,
    status,
    date,
    ...listed
  }: Listed & { user_id?: number | undefined; status?: InvoiceStatus | undefined; date?: string | undefined },
): Promise<Page<UserInvoiceView>> {
  let rows = db.selectFrom('invoices').selectAll();
  if (user_id !== undefined) rows = rows.where('user_id', '=', user_id);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (date !== undefined) rows = rows.where('date', '=', date);
  const page = await readPage(db, rows, ordered(listed));
  return { ...page, data: page.data.map(toView) };
}

/** @throws entry.not_found */
export async function getInvoice(db: Db, id: number): Promise<UserInvoiceView> {
  return found(await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst());
}

/** @throws entry.not_found */
export async function getInvoiceOf(db: Db, userId: number, date: string): Promise<UserInvoiceView> {
  const rows = db.selectFrom('invoices').selectAll().where('user_id', '=', userId);
  return found(await rows.where('date', '=', date).executeTakeFirst());
}

function found(row: Row | undefined): UserInvoiceView {
  if (row === undefined) throw new GatewayError('entry.not_found');
  return toView(row);
}

/** Use by model, the most expensive first. */
export async function listInvoiceLines(
  db: Db,
  { id, date }: Pick<UserInvoiceView, 'id' | 'date'>,
): Promise<InvoiceLine[]> {
  const rows = await db
    .selectFrom('invoice_lines')
    .select(['model_name', 'request_count', 'quota', 'prompt_tokens', 'completion_tokens', 'request_time'])
    .where('invoice_id', '=', id)
    .orderBy('quota', 'desc')
    .orderBy('model_name')
    .execute();
  return rows.map((row) => ({ ...row, date }));
}
