import { channelStatus, type Price, type PriceView, type sharedPrice } from '@turnpike/contract';
import type { Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import { toDecimalText } from '../../billing/decimal.ts';
import { forChange } from '../../db/row-locks.ts';
import type { Db } from '../../db/store.ts';
import type { PriceTable, Tables } from '../../db/tables.ts';
import { assertKnownState, etagOf, type KnownStates } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { isObject, readStoredJson, readStoredRatio } from '../../platform/stored-values.ts';

const columns = [
  ...(['model', 'type', 'channel_type', 'input', 'output', 'locked', 'extra_ratios'] as const),
  ...(['units', 'steps', 'tiers'] as const),
] as const;
type PriceRow = Pick<Selectable<PriceTable>, (typeof columns)[number]>;

export const toPriceView = (row: PriceRow): Price => ({
  ...row,
  type: row.type as Price['type'],
  input: readStoredRatio(row.input),
  output: readStoredRatio(row.output),
  locked: row.locked === 1,
  extra_ratios: readRatios(row.extra_ratios),
  units: readStoredJson<Price['units']>(row.units, Array.isArray, []).map((unit) => ({
    ...unit,
    price: readStoredRatio(unit.price),
  })),
  steps: readStoredJson<Price['steps']>(row.steps, Array.isArray, []).map(({ above, input, output }) => ({
    above,
    input: readStoredRatio(input),
    output: readStoredRatio(output),
  })),
  tiers: readRatios(row.tiers),
});

const readRatios = (json: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(readStoredJson<object>(json, isObject, {})).map(([name, ratio]) => [
      name,
      readStoredRatio(ratio),
    ]),
  );

/** A price with the state that it is in. */
export function withState(price: Price): PriceView {
  const { type, channel_type, input, output, locked } = price;
  const { units, steps } = price;
  const [extras, tiers] = [price.extra_ratios, price.tiers].map((ratios) =>
    Object.entries(ratios).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return {
    ...price,
    etag: etagOf([type, channel_type, input, output, locked, extras, units, steps, tiers]),
  };
}

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
export async function getPrice(db: Db, model: string): Promise<PriceView> {
  const row = await db.selectFrom('prices').select(columns).where('model', '=', model).executeTakeFirst();
  if (row === undefined) throw new GatewayError('price.not_found');
  return withState(toPriceView(row));
}

/**
 * Keeps prices as they are until the transaction ends.
 * @throws request.changed_meanwhile when one is gone or in another state than the known ones
 */
async function assertKnownPrices(
  trx: Transaction<Tables>,
  models: readonly string[],
  known: KnownStates,
): Promise<void> {
  if (known === undefined || models.length === 0) return;
  const rows = trx.selectFrom('prices').select(columns).where('model', 'in', models).orderBy('model');
  const found = await forChange(trx, rows).execute();
  if (found.length < new Set(models).size) throw new GatewayError('request.changed_meanwhile');
  for (const row of found) assertKnownState(known, withState(toPriceView(row)).etag);
}

/** @throws price.exists */
export async function insertPrice(db: Db, price: Price, nowSeconds: number): Promise<void> {
  const row = await db
    .insertInto('prices')
    .values({ ...toPriceRow(price), version: 1, updated_time: nowSeconds })
    .onConflict((conflict) => conflict.column('model').doNothing())
    .returning('model')
    .executeTakeFirst();
  if (row === undefined) throw priceExists();
}

export interface PriceChange {
  nowSeconds: number;
  knownStates: KnownStates;
}

/**
 * Changes a price and raises its version; a call that was quoted with the one before settles with that.
 * @throws request.changed_meanwhile, price.not_found, or price.exists when it is renamed to a model that has one
 */
export async function updatePrice(
  db: Db,
  model: string,
  price: Price,
  { nowSeconds, knownStates }: PriceChange,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await assertKnownPrices(trx, [model], knownStates);
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
      .set((eb) => ({ ...toPriceRow(price), version: eb('version', '+', 1), updated_time: nowSeconds }))
      .where('model', '=', model)
      .returning('model')
      .executeTakeFirst();
    if (row === undefined) throw new GatewayError('price.not_found');
  });
}

/**
 * Gives several models one price, and takes it from those that had it and are not named any more.
 * All or none; each price that stays raises its version.
 */
export async function saveSharedPrice(
  db: Db,
  { original_models, models, price }: z.output<typeof sharedPrice>,
  { nowSeconds, knownStates }: PriceChange,
): Promise<void> {
  const wanted = [...new Set(models)].sort();
  const dropped = original_models.filter((model) => !wanted.includes(model));
  await db.transaction().execute(async (trx) => {
    await assertKnownPrices(trx, original_models, knownStates);
    if (dropped.length > 0) await trx.deleteFrom('prices').where('model', 'in', dropped).execute();
    for (const model of wanted) {
      const row = toPriceRow({ ...price, model });
      await trx
        .insertInto('prices')
        .values({ ...row, version: 1, updated_time: nowSeconds })
        .onConflict((conflict) =>
          conflict.column('model').doUpdateSet((eb) => ({
            ...row,
            version: eb('prices.version', '+', 1),
            updated_time: nowSeconds,
          })),
        )
        .execute();
    }
  });
}

/** @throws price.not_found when none of the models has a price */
export async function deletePrices(db: Db, models: readonly string[]): Promise<void> {
  const rows = await db.deleteFrom('prices').where('model', 'in', models).returning('model').execute();
  if (rows.length === 0) throw new GatewayError('price.not_found');
}

/** What a lock guards against is a price list; the price itself stays as it is, and so does its version. */
export async function lockPrices(db: Db, models: readonly string[], locked: boolean): Promise<void> {
  const rows = await db
    .updateTable('prices')
    .set({ locked: locked ? 1 : 0 })
    .where('model', 'in', models)
    .returning('model')
    .execute();
  if (rows.length === 0) throw new GatewayError('price.not_found');
}

/** Models with a price and models that enabled channels offer, in the order of their names. */
export async function listOfferedModels(db: Db): Promise<string[]> {
  const [prices, channels] = await Promise.all([
    db.selectFrom('prices').select('model').execute(),
    db
      .selectFrom('channels')
      .select('models')
      .where('status', '=', channelStatus.enabled)
      .where('deleted_time', '=', 0)
      .execute(),
  ]);
  const offered = channels.flatMap(({ models }) => models.split(',').map((model) => model.trim()));
  return [...new Set([...prices.map(({ model }) => model), ...offered])]
    .filter((model) => model !== '')
    .sort();
}

/** @throws price.not_found */
export async function deletePrice(db: Db, model: string): Promise<void> {
  const row = await db.deleteFrom('prices').where('model', '=', model).returning('model').executeTakeFirst();
  if (row === undefined) throw new GatewayError('price.not_found');
}

const priceExists = () =>
  new GatewayError('price.exists', {}, { fields: [{ field: 'model', code: 'price.exists' }] });

/** A price as the table keeps it. */
export function toPriceRow(price: Price) {
  const isByTokens = price.type === 'tokens';
  return {
    model: price.model,
    type: price.type,
    channel_type: price.channel_type,
    input: toDecimalText(price.input),
    // A price per call knows no output. Source: docs/reference/compatibility.md, "Prices".
    output: isByTokens ? toDecimalText(price.output) : '0',
    locked: price.locked ? (1 as const) : (0 as const),
    extra_ratios: writeRatios(price.extra_ratios),
    units: JSON.stringify(price.units.map((unit) => ({ ...unit, price: toDecimalText(unit.price) }))),
    // Nor do steps say anything where tokens cost nothing.
    steps: JSON.stringify(
      (isByTokens ? price.steps : [])
        .toSorted((a, b) => a.above - b.above)
        .map(({ above, input, output }) => ({
          above,
          input: toDecimalText(input),
          output: toDecimalText(output),
        })),
    ),
    tiers: writeRatios(price.tiers),
  };
}

const writeRatios = (ratios: Readonly<Record<string, number>>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, toDecimalText(ratio)])),
  );
