import type { Page, PlannedPriceView, Price } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { Clock } from '../../platform/clock.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { Changes } from '../changes.ts';
import { readPage } from '../list-query.ts';
import { findPrices, toPriceRow, toPriceView } from './price-repository.ts';
import { assertNoJumps, lockPriceWrites, writePrices } from './price-writer.ts';

interface Deps {
  db: Db;
  clock: Pick<Clock, 'nowSeconds'>;
  changes: Pick<Changes, 'routingChanged'>;
}

const columns = ['id', 'valid_from', 'price', 'created_at', 'username'] as const;

/** Prices that are put in use at a time of their own. */
export class PlannedPrices {
  readonly #deps: Deps;
  /** Second of the next one; kept, so that looking whether one is due costs nothing. */
  #nextAt: number | null = null;
  #reading: Promise<void> = Promise.resolve();

  private constructor(deps: Deps) {
    this.#deps = deps;
  }

  static async load(deps: Deps): Promise<PlannedPrices> {
    const planned = new PlannedPrices(deps);
    await planned.#readNext();
    return planned;
  }

  /** Null where nothing is planned. */
  get nextAt(): number | null {
    return this.#nextAt;
  }

  list(query: { page: number; size: number }): Promise<Page<PlannedPriceView>> {
    const { db } = this.#deps;
    const rows = db.selectFrom('planned_prices').select(columns);
    return readPage(db, rows, { ...query, order: undefined }).then((page) => ({
      ...page,
      data: page.data.map(toView),
    }));
  }

  /** @throws price.unconfirmed; request.invalid where the time is not to come */
  async plan(
    { valid_from, price, isConfirmed }: { valid_from: number; price: Price; isConfirmed: boolean },
    actor: { id: number; username: string },
  ): Promise<PlannedPriceView> {
    const { db, clock } = this.#deps;
    const created_at = clock.nowSeconds();
    if (valid_from <= created_at) throw fieldError('valid_from', 'price.not_to_come');
    const row = await db.transaction().execute(async (trx) => {
      await lockPriceWrites(trx);
      const { model } = price;
      if (!isConfirmed) {
        assertNoJumps([{ model, before: await priceBefore(trx, model, valid_from), after: price }]);
      }
      const facts = {
        price: JSON.stringify(toPriceView(toPriceRow(price))),
        ...{ created_at, user_id: actor.id, username: actor.username },
      };
      return trx
        .insertInto('planned_prices')
        .values({ model, valid_from, ...facts })
        .onConflict((conflict) => conflict.columns(['model', 'valid_from']).doUpdateSet(facts))
        .returning(columns)
        .executeTakeFirstOrThrow();
    });
    await this.#readNext();
    return toView(row);
  }

  /** @throws planned_price.not_found, also where it is in use by now */
  async remove(id: number): Promise<void> {
    const row = await this.#deps.db
      .deleteFrom('planned_prices')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) throw new GatewayError('planned_price.not_found');
    await this.#readNext();
  }

  /** Puts in use what is due, each once, in the order of their times. A price's lock does not keep a plan off. */
  async putDueInUse(): Promise<number> {
    const { db, clock, changes } = this.#deps;
    const nowSeconds = clock.nowSeconds();
    const count = await db.transaction().execute(async (trx) => {
      await lockPriceWrites(trx);
      const due = await trx
        .deleteFrom('planned_prices')
        .where('valid_from', '<=', nowSeconds)
        .returning([...columns, 'model', 'user_id'])
        .execute();
      due.sort((a, b) => a.valid_from - b.valid_from || a.id - b.id);
      for (const { model, price, user_id, username } of due) {
        const planned = JSON.parse(price) as Price;
        const present = (await findPrices(trx, [model])).get(model)?.price;
        const locked = present?.locked ?? planned.locked;
        await writePrices(trx, new Map([[model, { ...planned, locked }]]), {
          kind: 'plan',
          nowSeconds,
          actor: { id: user_id, username },
          isConfirmed: true,
        });
      }
      return due.length;
    });
    await this.#readNext();
    if (count > 0) await changes.routingChanged();
    return count;
  }

  /** One at a time, so that an older answer never takes the place of a newer one. */
  #readNext(): Promise<void> {
    const read = async () => {
      const row = await this.#deps.db
        .selectFrom('planned_prices')
        .select(({ fn }) => fn.min('valid_from').as('next'))
        .executeTakeFirst();
      this.#nextAt = row?.next ?? null;
    };
    const reading = this.#reading.then(read);
    this.#reading = reading.catch(() => {});
    return reading;
  }
}

/** Plans go along with a model that gets another name; one that stands there for the same time stays. */
export async function renamePlans(trx: Transaction<Tables>, model: string, newName: string): Promise<void> {
  const plans = await trx
    .deleteFrom('planned_prices')
    .where('model', '=', model)
    .returning(['valid_from', 'price', 'created_at', 'user_id', 'username'])
    .execute();
  for (const { price, ...plan } of plans) {
    const renamed = JSON.stringify({ ...(JSON.parse(price) as Price), model: newName });
    await trx
      .insertInto('planned_prices')
      .values({ ...plan, model: newName, price: renamed })
      .onConflict((conflict) => conflict.columns(['model', 'valid_from']).doNothing())
      .execute();
  }
}

/** The price that a planned one will take the place of. */
async function priceBefore(
  trx: Transaction<Tables>,
  model: string,
  validFrom: number,
): Promise<Price | null> {
  const earlier = await trx
    .selectFrom('planned_prices')
    .select('price')
    .where('model', '=', model)
    .where('valid_from', '<', validFrom)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (earlier !== undefined) return JSON.parse(earlier.price) as Price;
  return (await findPrices(trx, [model])).get(model)?.price ?? null;
}

const toView = ({
  price,
  ...row
}: Omit<PlannedPriceView, 'price'> & { price: string }): PlannedPriceView => ({
  ...row,
  price: JSON.parse(price) as Price,
});
