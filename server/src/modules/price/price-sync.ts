import { isSamePrice, type Price, type PriceSyncResult, type PriceUpdateMode } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { listPrices, toPriceRow } from './price-repository.ts';

/** What each mode may do. Source: docs/reference/compatibility.md, "Price lists". */
const rules: Readonly<Record<PriceUpdateMode, { adds: boolean; changes: boolean; removes: boolean }>> = {
  system: { adds: true, changes: false, removes: false },
  add: { adds: true, changes: false, removes: false },
  update: { adds: false, changes: true, removes: false },
  merge: { adds: true, changes: true, removes: false },
  overwrite: { adds: true, changes: true, removes: true },
};

/** Rows of one statement: twelve values each stay far below what either engine takes. */
const ROWS = 500;

interface Sync {
  list: readonly Price[];
  mode: PriceUpdateMode;
  nowSeconds: number;
}

/**
 * Takes the prices of a list, each model once. A price that stays as it is keeps its version; a locked one is
 * never touched, not even one that is locked at this moment.
 */
export async function syncPrices(
  trx: Transaction<Tables>,
  { list, mode, nowSeconds }: Sync,
): Promise<PriceSyncResult> {
  const rule = rules[mode];
  const before = new Map((await listPrices(trx)).map((price) => [price.model, price]));
  const listed = new Set(list.map(({ model }) => model));
  const fresh = rule.adds ? list.filter(({ model }) => !before.has(model)) : [];
  const differing = rule.changes ? list.filter((price) => differs(price, before.get(price.model))) : [];
  const open = differing.filter(({ model }) => before.get(model)?.locked === false);
  const gone = rule.removes ? [...before.keys()].filter((model) => !listed.has(model)) : [];

  const removed = await inParts(gone, (models) =>
    trx
      .deleteFrom('prices')
      .where('model', 'in', models)
      .where('locked', '=', 0)
      .returning('model')
      .execute(),
  );
  const added = await inParts(fresh, (prices) =>
    trx
      .insertInto('prices')
      .values(prices.map((price) => ({ ...toPriceRow(price), version: 1, updated_time: nowSeconds })))
      .onConflict((conflict) => conflict.column('model').doNothing())
      .returning('model')
      .execute(),
  );
  const changed = await inParts(open, (prices) =>
    trx
      .insertInto('prices')
      .values(prices.map((price) => ({ ...toPriceRow(price), version: 1, updated_time: nowSeconds })))
      .onConflict((conflict) =>
        conflict
          .column('model')
          .doUpdateSet((eb) => ({
            type: eb.ref('excluded.type'),
            channel_type: eb.ref('excluded.channel_type'),
            input: eb.ref('excluded.input'),
            output: eb.ref('excluded.output'),
            locked: eb.ref('excluded.locked'),
            extra_ratios: eb.ref('excluded.extra_ratios'),
            units: eb.ref('excluded.units'),
            steps: eb.ref('excluded.steps'),
            tiers: eb.ref('excluded.tiers'),
            updated_time: eb.ref('excluded.updated_time'),
            version: eb('prices.version', '+', 1),
          }))
          .where('prices.locked', '=', 0),
      )
      .returning('model')
      .execute(),
  );
  return { added, changed, removed, locked: differing.length - changed };
}

const differs = (price: Price, before: Price | undefined): boolean =>
  before !== undefined && (!isSamePrice(price, before) || (price.locked && !before.locked));

/** @returns how many rows the statements answered */
async function inParts<Item>(
  items: readonly Item[],
  run: (part: Item[]) => Promise<unknown[]>,
): Promise<number> {
  let count = 0;
  for (let from = 0; from < items.length; from += ROWS) {
    count += (await run(items.slice(from, from + ROWS))).length;
  }
  return count;
}
