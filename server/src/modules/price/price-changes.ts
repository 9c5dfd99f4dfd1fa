import type { Price, sharedPrice } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { renamePlans } from './planned-prices.ts';
import { findPrices, withState } from './price-repository.ts';
import {
  assertNoJumps,
  lockPriceWrites,
  type PriceChangeFacts,
  setLocks,
  writePrices,
} from './price-writer.ts';

/** A change by hand. */
export interface PriceChange extends Omit<PriceChangeFacts, 'kind' | 'undoes'> {
  knownStates: KnownStates;
}

/** Reads prices that no one else changes until the transaction ends. */
async function readForChange(trx: Transaction<Tables>, models: readonly string[]) {
  await lockPriceWrites(trx);
  return findPrices(trx, models);
}

/** @throws request.changed_meanwhile when a price is gone or in another state than the known ones */
function assertKnownPrices(
  found: ReadonlyMap<string, { price: Price }>,
  models: readonly string[],
  known: KnownStates,
): void {
  if (known === undefined) return;
  for (const model of models) {
    const price = found.get(model)?.price;
    if (price === undefined) throw new GatewayError('request.changed_meanwhile');
    assertKnownState(known, withState(price).etag);
  }
}

/** @throws price.exists, price.unconfirmed */
export async function insertPrice(
  db: Db,
  price: Price,
  facts: Omit<PriceChange, 'knownStates'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await readForChange(trx, [price.model]);
    if (found.size > 0) throw priceExists();
    await writePrices(trx, new Map([[price.model, price]]), { ...facts, kind: 'set' });
  });
}

/**
 * Changes a price and raises its version; a call that was quoted with the one before settles with that.
 * @throws request.changed_meanwhile, price.not_found, price.unconfirmed, or price.exists when it is renamed to a model
 *   that has one
 */
export async function updatePrice(
  db: Db,
  model: string,
  price: Price,
  { knownStates, ...facts }: PriceChange,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await readForChange(trx, [model, price.model]);
    assertKnownPrices(found, [model], knownStates);
    const before = found.get(model)?.price;
    if (price.model !== model && found.has(price.model)) throw priceExists();
    if (before === undefined) throw new GatewayError('price.not_found');
    if (!facts.isConfirmed) assertNoJumps([{ model, before, after: price }]);
    if (price.model !== model) await renamePlans(trx, model, price.model);
    const changes = new Map<string, Price | null>([[model, null]]);
    // A renamed price is judged by what it was under the other name.
    await writePrices(trx, changes.set(price.model, price), { ...facts, kind: 'set', isConfirmed: true });
  });
}

/**
 * Gives several models one price, and takes it from those that had it and are not named any more.
 * All or none; each price that changes raises its version.
 * @throws request.changed_meanwhile, price.unconfirmed
 */
export async function saveSharedPrice(
  db: Db,
  { original_models, models, price }: z.output<typeof sharedPrice>,
  { knownStates, ...facts }: PriceChange,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await readForChange(trx, original_models);
    assertKnownPrices(found, original_models, knownStates);
    const changes = new Map<string, Price | null>(original_models.map((model) => [model, null]));
    for (const model of models) changes.set(model, { ...price, model });
    await writePrices(trx, changes, { ...facts, kind: 'set' });
  });
}

/** @throws price.not_found when none of the models has a price */
export async function deletePrices(
  db: Db,
  models: readonly string[],
  facts: Omit<PriceChange, 'knownStates' | 'isConfirmed'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const changes = new Map(models.map((model) => [model, null]));
    const change = await writePrices(trx, changes, { ...facts, kind: 'set', isConfirmed: true });
    if (change === null) throw new GatewayError('price.not_found');
  });
}

/** @throws price.not_found when none of the models has a price */
export async function lockPrices(db: Db, models: readonly string[], locked: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPriceWrites(trx);
    if ((await setLocks(trx, models, locked)) === 0) throw new GatewayError('price.not_found');
  });
}

const priceExists = () =>
  new GatewayError('price.exists', {}, { fields: [{ field: 'model', code: 'price.exists' }] });
