import {
  isSamePrice,
  type Price,
  type PriceSyncResult,
  type PriceUpdateMode,
  withKeptHours,
} from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { notify } from '../notification/notify.ts';
import { listPrices } from './price-repository.ts';
import { lockPriceWrites, type PriceChangeFacts, writePrices } from './price-writer.ts';

/** Permissions of each mode. Source: docs/reference/compatibility.md, "Price lists". */
const rules: Readonly<Record<PriceUpdateMode, { adds: boolean; changes: boolean; removes: boolean }>> = {
  system: { adds: true, changes: false, removes: false },
  add: { adds: true, changes: false, removes: false },
  update: { adds: false, changes: true, removes: false },
  merge: { adds: true, changes: true, removes: false },
  overwrite: { adds: true, changes: true, removes: true },
};

/** Models that a notification names. */
const NAMED_MODELS = 10;

interface Sync {
  list: readonly Price[];
  mode: PriceUpdateMode;
  facts: Omit<PriceChangeFacts, 'kind' | 'undoes'>;
  /** Leaves a price as it is where this says so. */
  leavesOut?: (before: Price | undefined, after: Price) => boolean;
}

/**
 * Takes the prices of a list, each model once. A price that stays as it is keeps its version; a locked one is
 * never touched. An entry without hours leaves the hours of its model as they are.
 * @returns with the number of the change, null where nothing changed
 * @throws price.unconfirmed
 */
export async function syncPrices(
  trx: Transaction<Tables>,
  { list: given, mode, facts, leavesOut = () => false }: Sync,
): Promise<PriceSyncResult & { changeId: number | null; leftOut: string[] }> {
  await lockPriceWrites(trx);
  const rule = rules[mode];
  const before = new Map((await listPrices(trx)).map((price) => [price.model, price]));
  const list = given.map((price) => withKeptHours(price, before.get(price.model)));
  const listed = new Set(list.map(({ model }) => model));
  const fresh = rule.adds ? list.filter(({ model }) => !before.has(model)) : [];
  const differing = rule.changes ? list.filter((price) => differs(price, before.get(price.model))) : [];
  const open = differing.filter(({ model }) => before.get(model)?.locked === false);
  const gone = rule.removes
    ? [...before.values()].filter(({ model, locked }) => !locked && !listed.has(model))
    : [];
  const isTaken = (price: Price) => !leavesOut(before.get(price.model), price);
  const [added, changed] = [fresh.filter(isTaken), open.filter(isTaken)];
  const changes = new Map<string, Price | null>([
    ...gone.map(({ model }): [string, null] => [model, null]),
    ...[...added, ...changed].map((price): [string, Price] => [price.model, price]),
  ]);
  const changeId = await writePrices(trx, changes, { ...facts, kind: 'list' });
  if (changeId !== null) {
    const clock = { nowSeconds: () => facts.nowSeconds };
    const counts = { added: added.length, changed: changed.length, removed: gone.length };
    const models = [...changed, ...added, ...gone].slice(0, NAMED_MODELS).map(({ model }) => model);
    const event = {
      kind: 'prices_changed',
      userId: 0,
      period: changeId,
      facts: { ...counts, models },
    } as const;
    await notify({ db: trx, clock }, event);
  }
  return {
    ...{ added: added.length, changed: changed.length, removed: gone.length },
    locked: differing.length - open.length,
    changeId,
    leftOut: [...fresh, ...open].filter((price) => !isTaken(price)).map(({ model }) => model),
  };
}

const differs = (price: Price, before: Price | undefined): boolean =>
  before !== undefined && (!isSamePrice(price, before) || (price.locked && !before.locked));
