import {
  amountsOf,
  gatewayKindOf,
  type Page,
  type PageQuery,
  type PaymentView,
  type PayWayView,
} from '@turnpike/contract';
import type { Insertable, Transaction, Updateable } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { PaymentTable } from '../../db/tables/selling-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { beginsWith, matches, readPage } from '../list-query.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { isOpenAt, minuteOfDay } from './open-hours.ts';
import { openSecrets, type PaymentRow, rateOf } from './payment-account.ts';

type Deps = Pick<ModuleDeps, 'db' | 'options' | 'secretBox'>;

/** Path of the callbacks; the gateway's public id follows. */
export const NOTIFY_PATH = '/api/payment/notify/';

/** Address for callbacks; empty where the site has no address. */
export function notifyUrlOf(
  { options }: Pick<ModuleDeps, 'options'>,
  { notify_domain, uuid }: Pick<PaymentRow, 'notify_domain' | 'uuid'>,
): string {
  const base = notify_domain || options.text('ServerAddress');
  return base === '' ? '' : `${base.replace(/\/+$/, '')}${NOTIFY_PATH}${uuid}`;
}

export function toPaymentView(deps: Pick<Deps, 'options' | 'secretBox'>, row: PaymentRow): PaymentView {
  const { secrets_sealed, deleted_at, config, rate, fixed_fee, percent_fee, ...rest } = row;
  const secrets = openSecrets(deps.secretBox, row);
  return {
    ...rest,
    rate: Number(rate),
    fixed_fee: Number(fixed_fee),
    percent_fee: Number(percent_fee),
    sandbox: row.sandbox === 1,
    allow_private: row.allow_private === 1,
    enable: row.enable === 1,
    config: JSON.parse(config),
    secrets: Object.keys(secrets).filter((name) => secrets[name] !== ''),
    notify_url: notifyUrlOf(deps, row),
    etag: etagOf([JSON.stringify({ ...rest, rate, fixed_fee, percent_fee, config, secrets_sealed })]),
  };
}

const payments = (db: Db) => db.selectFrom('payments').selectAll().where('deleted_at', '=', 0);

export interface PaymentFilter {
  type?: string | undefined;
  name?: string | undefined;
  uuid?: string | undefined;
  currency?: string | undefined;
}

export async function listPayments(
  deps: Deps,
  { keyword, type, name, uuid, currency, ...listed }: PageQuery & PaymentFilter,
): Promise<Page<PaymentView>> {
  let rows = payments(deps.db);
  if (type !== undefined) rows = rows.where('type', '=', type as PaymentRow['type']);
  if (uuid !== undefined) rows = rows.where('uuid', '=', uuid);
  if (currency !== undefined) rows = rows.where('currency', '=', currency as PaymentRow['currency']);
  for (const text of [name, keyword])
    if (text !== undefined) rows = rows.where(matches('name', beginsWith(text)));
  const page = await readPage(deps.db, rows, listed);
  return { ...page, data: page.data.map((row) => toPaymentView(deps, row)) };
}

/** @throws entry.not_found */
export async function getPayment(deps: Deps, id: number): Promise<PaymentView> {
  const row = await payments(deps.db).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
  return toPaymentView(deps, row);
}

/** @throws entry.not_found */
export async function lockPayment(trx: Transaction<Tables>, id: number): Promise<PaymentRow> {
  const row = await forChange(trx, payments(trx).where('id', '=', id)).executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
  return row;
}

export function insertPayment(
  trx: Transaction<Tables>,
  row: Omit<Insertable<PaymentTable>, 'id'>,
): Promise<PaymentRow> {
  return trx.insertInto('payments').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updatePayment(
  trx: Transaction<Tables>,
  id: number,
  change: Updateable<PaymentTable>,
): Promise<PaymentRow> {
  return trx
    .updateTable('payments')
    .set({ ...change, id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps the row: its orders can still be paid and asked about. @throws entry.not_found */
export async function deletePayment(db: Db, id: number, nowSeconds: number): Promise<void> {
  const row = await db
    .updateTable('payments')
    .set({ deleted_at: nowSeconds, enable: 0 })
    .where('id', '=', id)
    .where('deleted_at', '=', 0)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new GatewayError('entry.not_found');
}

/** Gateways that a buyer may choose now, in their order. */
export async function listPayWays(deps: Pick<ModuleDeps, 'db' | 'options' | 'clock'>): Promise<PayWayView[]> {
  const rows = await payments(deps.db)
    .where('enable', '=', 1)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .limit(50)
    .execute();
  const minute = minuteOfDay(deps.clock.nowMs());
  return rows
    .filter(({ type, open_hours }) => gatewayKindOf(type) !== undefined && isOpenAt(open_hours, minute))
    .map((row) => toPayWay(deps, row))
    .filter(({ amounts }) => amounts?.length !== 0);
}

export function toPayWay(deps: Pick<ModuleDeps, 'options'>, row: PaymentRow): PayWayView {
  const min_amount = Math.max(1, row.min_amount, deps.options.number('PaymentMinAmount'));
  const { max_amount } = row;
  const isInLimits = (amount: number) => amount >= min_amount && (max_amount === 0 || amount <= max_amount);
  return {
    uuid: row.uuid,
    type: row.type,
    name: row.name,
    icon: row.icon,
    currency: row.currency,
    rate: rateOf(deps, row),
    fixed_fee: Number(row.fixed_fee),
    percent_fee: Number(row.percent_fee),
    min_amount,
    max_amount,
    amounts: amountsOf(row.type, JSON.parse(row.config))?.filter(isInLimits) ?? null,
    sort: row.sort,
  };
}
