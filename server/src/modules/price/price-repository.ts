import type { Price } from '@turnpike/contract';
import type { Selectable } from 'kysely';
import { toDecimalText } from '../../billing/decimal.ts';
import type { Db } from '../../db/store.ts';
import type { PriceTable } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

const columns = ['model', 'type', 'channel_type', 'input', 'output', 'locked', 'extra_ratios'] as const;
type PriceRow = Pick<Selectable<PriceTable>, (typeof columns)[number]>;

export const toPriceView = (row: PriceRow): Price => ({
  ...row,
  type: row.type as Price['type'],
  input: Number(row.input),
  output: Number(row.output),
  locked: row.locked === 1,
  extra_ratios: Object.fromEntries(
    Object.entries(JSON.parse(row.extra_ratios) as object).map(([name, ratio]) => [name, Number(ratio)]),
  ),
});

/** Prices in use, by owner and model. */
export async function listPrices(db: Db): Promise<Price[]> {
  const rows = await db
    .selectFrom('prices')
    .select(columns)
    .orderBy('channel_type')
    .orderBy('model')
    .execute();
  return rows.map(toPriceView);
}

/** @throws price.not_found */
export async function getPrice(db: Db, model: string): Promise<Price> {
  const row = await db.selectFrom('prices').select(columns).where('model', '=', model).executeTakeFirst();
  if (row === undefined) throw new GatewayError('price.not_found');
  return toPriceView(row);
}

/** @throws price.exists */
export async function insertPrice(db: Db, price: Price, nowSeconds: number): Promise<void> {
  const row = await db
    .insertInto('prices')
    .values({ ...toRow(price), version: 1, updated_time: nowSeconds })
    .onConflict((conflict) => conflict.column('model').doNothing())
    .returning('model')
    .executeTakeFirst();
  if (row === undefined) throw priceExists();
}

/**
 * Changes a price and raises its version; a call that was quoted with the one before settles with that.
 * @throws price.not_found, or price.exists when it is renamed to a model that has one
 */
export async function updatePrice(db: Db, model: string, price: Price, nowSeconds: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (price.model !== model) {
      const other = await trx
        .selectFrom('prices')
        .select('model')
        .where('model', '=', price.model)
        .executeTakeFirst();
      if (other !== undefined) throw priceExists();
    }
    const row = await trx
      .updateTable('prices')
      .set((eb) => ({ ...toRow(price), version: eb('version', '+', 1), updated_time: nowSeconds }))
      .where('model', '=', model)
      .returning('model')
      .executeTakeFirst();
    if (row === undefined) throw new GatewayError('price.not_found');
  });
}

/** @throws price.not_found */
export async function deletePrice(db: Db, model: string): Promise<void> {
  const row = await db.deleteFrom('prices').where('model', '=', model).returning('model').executeTakeFirst();
  if (row === undefined) throw new GatewayError('price.not_found');
}

const priceExists = () =>
  new GatewayError('price.exists', {}, { fields: [{ field: 'model', code: 'price.exists' }] });

function toRow(price: Price) {
  const extras = Object.entries(price.extra_ratios).map(([name, ratio]) => [name, toDecimalText(ratio)]);
  return {
    model: price.model,
    type: price.type,
    channel_type: price.channel_type,
    input: toDecimalText(price.input),
    // A price per call knows no output. Source: domain, section 2.1.
    output: price.type === 'times' ? '0' : toDecimalText(price.output),
    locked: price.locked ? (1 as const) : (0 as const),
    extra_ratios: JSON.stringify(Object.fromEntries(extras)),
  };
}
