import { isSamePrice, type Price, type PriceChangeKind, priceJumps } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { lockName } from '../../db/row-locks.ts';
import type { Tables } from '../../db/tables.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { findPrices, toPriceRow, toPriceView } from './price-repository.ts';

/** The author, the time and the origin of a price change. */
export interface PriceChangeFacts {
  kind: PriceChangeKind;
  nowSeconds: number;
  /** Null: the gateway itself. */
  actor: { id: number; username: string } | null;
  /** A change above × 10 or below ÷ 10, and a price of nothing, is meant so. */
  isConfirmed: boolean;
  /** Number of the change that it takes back. */
  undoes?: number;
}

/** Rows of one statement: a dozen values each stay far below what either engine takes. */
const ROWS = 500;
/** Models that an error names. */
const NAMED = 20;

/** Lets one transaction at a time change prices: what it reads stays as it is until it has written. */
export const lockPriceWrites = (trx: Transaction<Tables>): Promise<void> => lockName(trx, 'prices');

/**
 * The one place that prices are written in. Keeps each price before and after as a version; a price that stays as it
 * is keeps the version that it has, and so does one whose lock alone changes.
 * @param changes by model; null deletes
 * @returns number of the change, null where no price changed
 * @throws price.unconfirmed
 */
export async function writePrices(
  trx: Transaction<Tables>,
  changes: ReadonlyMap<string, Price | null>,
  facts: PriceChangeFacts,
): Promise<number | null> {
  await lockPriceWrites(trx);
  const models = [...changes.keys()].sort();
  const before = await findPrices(trx, models);
  const next = await nextVersions(trx, models);
  const all = models.map((model) => ({
    model,
    before: before.get(model)?.price ?? null,
    after: changes.get(model) ?? null,
    version: Math.max(before.get(model)?.version ?? 0, next.get(model) ?? 0) + 1,
  }));
  const changed = all.filter((one) => !isSameState(one.before, one.after));
  if (!facts.isConfirmed) assertNoJumps(changed);
  const relocked = all.filter(
    ({ before, after }) => before && after && isSamePrice(before, after) && before.locked !== after.locked,
  );
  for (const locked of [true, false]) {
    const names = relocked.filter(({ after }) => after?.locked === locked).map(({ model }) => model);
    await setLocks(trx, names, locked);
  }
  if (changed.length === 0) return null;
  const { id } = await trx
    .insertInto('price_changes')
    .values({
      kind: facts.kind,
      created_at: facts.nowSeconds,
      user_id: facts.actor?.id ?? null,
      username: facts.actor?.username ?? '',
      undoes: facts.undoes ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const gone = changed.filter(({ after }) => after === null).map(({ model }) => model);
  for (const part of parts(gone)) {
    await trx.deleteFrom('prices').where('model', 'in', part).execute();
    // A plan would bring a price back that somebody has taken away.
    await trx.deleteFrom('planned_prices').where('model', 'in', part).execute();
  }
  const rows = changed.flatMap(({ after, model, version }) =>
    after === null ? [] : [{ ...toPriceRow({ ...after, model }), version, updated_time: facts.nowSeconds }],
  );
  for (const part of parts(rows)) {
    await trx
      .insertInto('prices')
      .values(part)
      .onConflict((conflict) =>
        conflict.column('model').doUpdateSet((eb) => ({
          type: eb.ref('excluded.type'),
          channel_type: eb.ref('excluded.channel_type'),
          input: eb.ref('excluded.input'),
          output: eb.ref('excluded.output'),
          locked: eb.ref('excluded.locked'),
          extra_ratios: eb.ref('excluded.extra_ratios'),
          units: eb.ref('excluded.units'),
          steps: eb.ref('excluded.steps'),
          tiers: eb.ref('excluded.tiers'),
          hours: eb.ref('excluded.hours'),
          updated_time: eb.ref('excluded.updated_time'),
          version: eb.ref('excluded.version'),
        })),
      )
      .execute();
  }
  const versions = changed.map((one) => ({
    change_id: id,
    model: one.model,
    version: one.version,
    before: toJson(one.model, one.before),
    after: toJson(one.model, one.after),
  }));
  for (const part of parts(versions)) await trx.insertInto('price_versions').values(part).execute();
  return id;
}

/** A lock protects against price lists. The price and its version stay unchanged. */
export async function setLocks(
  trx: Transaction<Tables>,
  models: readonly string[],
  locked: boolean,
): Promise<number> {
  let count = 0;
  for (const part of parts(models)) {
    const rows = await trx
      .updateTable('prices')
      .set({ locked: locked ? 1 : 0 })
      .where('model', 'in', part)
      .returning('model')
      .execute();
    count += rows.length;
  }
  return count;
}

/** @throws price.unconfirmed naming the models */
export function assertNoJumps(
  changes: readonly { model: string; before: Price | null; after: Price | null }[],
): void {
  const jumping = changes.filter(({ before, after }) => after && priceJumps(before, after).length > 0);
  if (jumping.length === 0) return;
  const names = jumping.slice(0, NAMED).map(({ model }) => model);
  const more = jumping.length - names.length;
  const models = more > 0 ? `${names.join(', ')} (+${more})` : names.join(', ');
  throw new GatewayError('price.unconfirmed', { models }, { fields: [] });
}

/** Numbers go on after a price was deleted: a log row's version names one price for ever. */
async function nextVersions(
  trx: Transaction<Tables>,
  models: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const last = new Map<string, number>();
  for (const part of parts(models)) {
    const rows = await trx
      .selectFrom('price_versions')
      .select(({ fn }) => ['model', fn.max('version').as('version')])
      .where('model', 'in', part)
      .groupBy('model')
      .execute();
    for (const { model, version } of rows) last.set(model, version);
  }
  return last;
}

const isSameState = (before: Price | null, after: Price | null): boolean =>
  before === null || after === null ? before === after : isSamePrice(before, after);

const toJson = (model: string, price: Price | null): string =>
  price === null ? '' : JSON.stringify(toPriceView(toPriceRow({ ...price, model })));

export function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += ROWS) yield items.slice(from, from + ROWS);
}
