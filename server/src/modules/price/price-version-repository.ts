import {
  isSamePrice,
  type Page,
  type Price,
  type PriceChangeView,
  type PriceUndoResult,
  type PriceVersionView,
} from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { isObject, readStoredJson } from '../../platform/json/stored-values.ts';
import { readPage } from '../list-query.ts';
import { findPrices } from './price-repository.ts';
import { lockPriceWrites, type PriceChangeFacts, writePrices } from './price-writer.ts';

interface PageOf {
  page: number;
  size: number;
}

/** Models that a change names in a list. */
const NAMED = 3;

/** Changes of prices, newest first. */
export async function listPriceChanges(db: Db, query: PageOf): Promise<Page<PriceChangeView>> {
  const rows = db.selectFrom('price_changes').select(['id', 'kind', 'created_at', 'username', 'undoes']);
  const page = await readPage(db, rows, { ...query, order: undefined });
  const data = await Promise.all(
    page.data.map(async (change) => {
      const versions = db.selectFrom('price_versions').where('change_id', '=', change.id);
      const [{ count }, named] = await Promise.all([
        versions.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
        versions.select('model').orderBy('model').limit(NAMED).execute(),
      ]);
      return { ...change, count, models: named.map(({ model }) => model) };
    }),
  );
  return { ...page, data };
}

/** Prices before and after each change, newest first. */
export async function listPriceVersions(
  db: Db,
  { model, change_id, ...query }: PageOf & { model?: string | undefined; change_id?: number | undefined },
): Promise<Page<PriceVersionView>> {
  let rows = db
    .selectFrom('price_versions')
    .select(['id', 'change_id', 'model', 'version', 'before', 'after']);
  if (model !== undefined) rows = rows.where('model', '=', model);
  if (change_id !== undefined) rows = rows.where('change_id', '=', change_id);
  const page = await readPage(db, rows, { ...query, order: undefined });
  const ids = [...new Set(page.data.map((row) => row.change_id))];
  const changes =
    ids.length === 0
      ? []
      : await db
          .selectFrom('price_changes')
          .select(['id', 'kind', 'created_at', 'username'])
          .where('id', 'in', ids)
          .execute();
  const factsOf = new Map(changes.map(({ id, ...facts }) => [id, facts]));
  const data = page.data.map(({ before, after, ...row }) => ({
    kind: 'set' as const,
    created_at: 0,
    username: '',
    ...factsOf.get(row.change_id),
    ...row,
    before: readPrice(before),
    after: readPrice(after),
  }));
  return { ...page, data };
}

/**
 * Undoes a change with a new one. Later changes stay.
 * @throws price_change.not_found, price.unconfirmed
 */
export async function undoPriceChange(
  db: Db,
  id: number,
  facts: Pick<PriceChangeFacts, 'nowSeconds' | 'actor' | 'isConfirmed'>,
): Promise<PriceUndoResult> {
  return db.transaction().execute(async (trx) => {
    await lockPriceWrites(trx);
    const versions = await trx
      .selectFrom('price_versions')
      .select(['model', 'version', 'before', 'after'])
      .where('change_id', '=', id)
      .orderBy('model')
      .execute();
    if (versions.length === 0) throw new GatewayError('price_change.not_found');
    const later = await trx
      .selectFrom('price_versions as undone')
      .innerJoin('price_versions as later', (join) =>
        join.onRef('later.model', '=', 'undone.model').onRef('later.version', '>', 'undone.version'),
      )
      .select('undone.model')
      .distinct()
      .where('undone.change_id', '=', id)
      .execute();
    const since = new Set(later.map(({ model }) => model));
    const current = await findPrices(
      trx,
      versions.map(({ model }) => model),
    );
    const changes = new Map<string, Price | null>();
    const kept: string[] = [];
    for (const { model, before, after } of versions) {
      const is = current.get(model)?.price ?? null;
      const was = readPrice(before);
      if (since.has(model) || !isSame(is, readPrice(after))) kept.push(model);
      // A lock that was set or taken meanwhile stays.
      else changes.set(model, was && { ...was, locked: is?.locked ?? was.locked });
    }
    await writePrices(trx, changes, { ...facts, kind: 'undo', undoes: id });
    return { restored: changes.size, kept };
  });
}

const isSame = (a: Price | null, b: Price | null): boolean =>
  a === null || b === null ? a === b : isSamePrice(a, b);

const readPrice = (json: string): Price | null =>
  json === '' ? null : readStoredJson<Price | null>(json, isObject, null);
