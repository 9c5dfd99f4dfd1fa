import type { Currency } from '@turnpike/contract';
import type { Insertable } from 'kysely';
import type { Db } from '../../../src/db/store.ts';
import type { OrderTable } from '../../../src/db/tables/selling-tables.ts';
import { accountOf } from '../../../src/modules/order/order-repository.ts';

let count = 0;

/** A payment gateway as it is stored, for tests that read orders only. */
export async function storedGateway(
  db: Db,
  { name = 'Gateway', currency = 'CNY' }: { name?: string; currency?: Currency },
): Promise<number> {
  count += 1;
  const { id } = await db
    .insertInto('payments')
    .values({
      ...{ uuid: `gateway${count}`, type: 'epay', name, icon: '', notify_domain: '', currency, rate: '0' },
      ...{ fixed_fee: '0', percent_fee: '0', min_amount: 0, max_amount: 0, open_hours: '', sandbox: 0 },
      ...{ allow_private: 0, config: '{}', secrets_sealed: '', sort: 0, enable: 1, created_at: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An order as it is stored: 10 dollars for 73 yuan, credited, unless given otherwise. @returns its number */
export async function storedOrder(
  db: Db,
  {
    user_id,
    ...given
  }: Partial<Insertable<OrderTable>> & { user_id: number; gateway_id: number; credited_at: number },
): Promise<number> {
  count += 1;
  const account_id = await db.transaction().execute((trx) => accountOf(trx, user_id, 1));
  const { id } = await db
    .insertInto('orders')
    .values({
      ...{
        trade_no: String(count).padStart(28, '0'),
        account_id,
        merchant: 'm',
        state: 'credited',
        amount: 10,
      },
      ...{ currency: 'CNY', pay_minor: 7300, fee_minor: 0, discount_minor: 0, quota: 5_000_000 },
      ...{ bonus_quota: 0, page: '', note: '', payer_ip: '', created_at: given.credited_at },
      ...{ expires_at: given.credited_at, paid_at: given.credited_at },
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
