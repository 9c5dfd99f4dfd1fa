import { channelStatus } from '@turnpike/contract';
import type { CountBook } from '../../billing/count-book.ts';
import type { Db } from '../../db/store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { nextTurn } from '../../platform/turns.ts';
import { type BudgetRow, listRoutingBudgets } from '../budget/budget-repository.ts';
import { presentBudgets } from '../budget/call-budgets.ts';
import { readOwners } from '../model/model-owner-repository.ts';
import {
  channelColumns,
  groupColumns,
  keyColumns,
  type RoutableChannelRow,
  type RoutableKeyRow,
  readRows,
  splitNames,
  toRoutingChannels,
  toRoutingGroup,
} from './routing-rows.ts';
import { type RoutingChannel, RoutingSnapshot } from './routing-snapshot.ts';

/** Rows of channels that are asked for at once: a message of all of them would hold the main loop. */
const CHANNELS_A_READ = 100;
/** Channels that are read in one turn: calls go on meanwhile. */
const CHANNELS_A_TURN = 20;

const enabledChannels = (db: Db) =>
  db
    .selectFrom('channels')
    .where('channels.status', '=', channelStatus.enabled)
    .where('channels.deleted_time', '=', 0);

const routableChannels = (db: Db) =>
  enabledChannels(db)
    .select(channelColumns)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('channel_keys')
          .select('channel_keys.id')
          .whereRef('channel_keys.channel_id', '=', 'channels.id'),
      ).as('hasKeys'),
    );
type ReadChannel = Awaited<ReturnType<ReturnType<typeof routableChannels>['execute']>>[number];

/** Yields some rows in each turn, oldest first. */
async function* readChannels(db: Db): AsyncGenerator<readonly ReadChannel[]> {
  for (let after = 0; ; ) {
    const rows = await routableChannels(db)
      .where('channels.id', '>', after)
      .orderBy('channels.id')
      .limit(CHANNELS_A_READ)
      .execute();
    for (let start = 0; start < rows.length; start += CHANNELS_A_TURN) {
      if (start > 0) await nextTurn();
      yield rows.slice(start, start + CHANNELS_A_TURN);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHANNELS_A_READ) return;
    after = last.id;
  }
}

/** Columns that determine where a channel's keys are sent. */
const givenFor = ['type', 'base_url', 'allow_private_network', 'proxy_sealed'] as const;
type ReadKey = RoutableKeyRow & Pick<RoutableChannelRow, (typeof givenFor)[number]>;

const placeOf = ({ owner_type, owner_id }: BudgetRow): string => `${owner_type} ${owner_id}`;

/** Purpose that a channel's key is sealed for. */
export const CHANNEL_KEY_PURPOSE = 'channel key';
/** Purpose that its proxy is sealed for. */
export const CHANNEL_PROXY_PURPOSE = 'channel proxy';

interface RoutingDeps {
  db: Db;
  secretBox: SecretBox;
  log: Log;
  clock: Pick<Clock, 'nowSeconds'>;
  /** Keeps the budgets of channels. */
  countBook: Pick<CountBook, 'load'>;
  /** Longest time of a call; an hour unless given. */
  callSeconds?: number;
}

/** The snapshot in use, and how it is replaced when something changes. */
export class RoutingTable {
  current = new RoutingSnapshot(0, { groups: [], channels: [], prices: [] });
  readonly #db: Db;
  readonly #secretBox: SecretBox;
  readonly #log: Log;
  readonly #clock: Pick<Clock, 'nowSeconds'>;
  readonly #countBook: Pick<CountBook, 'load'>;
  readonly #callSeconds: number | undefined;
  /** Rows that the log has named, so that it does not name them at each reload. */
  #unreadable = new Set<string>();
  #reloading: Promise<void> | null = null;
  #again = false;

  constructor({ db, secretBox, log, clock, countBook, callSeconds }: RoutingDeps) {
    this.#db = db;
    this.#secretBox = secretBox;
    this.#log = log;
    this.#clock = clock;
    this.#countBook = countBook;
    this.#callSeconds = callSeconds;
  }

  /** Reads everything again; calls that come meanwhile share one more reading. */
  reload(): Promise<void> {
    if (this.#reloading !== null) {
      this.#again = true;
      return this.#reloading;
    }
    this.#reloading = this.#reloadUntilQuiet().finally(() => {
      this.#reloading = null;
    });
    return this.#reloading;
  }

  async #reloadUntilQuiet(): Promise<void> {
    do {
      this.#again = false;
      const [keys, resting, groups, budgets, prices, owners] = await Promise.all([
        enabledChannels(this.#db)
          .innerJoin('channel_keys', 'channel_keys.channel_id', 'channels.id')
          .where('channel_keys.status', '=', channelStatus.enabled)
          .select(keyColumns)
          .select(givenFor)
          .orderBy('channel_keys.id')
          .execute(),
        this.#db
          .selectFrom('channels')
          .select(['models', 'group'])
          .where('status', '!=', channelStatus.enabled)
          .where('deleted_time', '=', 0)
          .execute(),
        this.#db.selectFrom('user_groups').select(groupColumns).where('enable', '=', 1).execute(),
        listRoutingBudgets(this.#db),
        this.#db
          .selectFrom('prices')
          .select(['model', 'version', 'type', 'channel_type', 'input', 'output', 'extra_ratios'])
          .select(['units', 'steps', 'tiers', 'hours'])
          .execute(),
        readOwners(this.#db),
      ]);
      const budgetsOf = Map.groupBy(budgets, placeOf);
      const keysOf = Map.groupBy(keys, ({ channel_id }) => channel_id);
      const unreadable = new Set<string>();
      const leaveOut = (row: string, error: unknown) => this.#leaveOut(unreadable, row, error);
      const toChannels = (row: ReadChannel): RoutingChannel[] =>
        toRoutingChannels(row, row.hasKeys ? this.#ownKeys(row, keysOf.get(row.id)) : undefined, {
          openKey: (sealed) => this.#secretBox.open(sealed, CHANNEL_KEY_PURPOSE),
          openProxy: (sealed) => this.#secretBox.open(sealed, CHANNEL_PROXY_PURPOSE),
          budgets: budgetsOf.get(`channel ${row.id}`) ?? [],
        });
      const named = { nameOf: ({ id }: { id: number }) => `channel ${id}`, leaveOut };
      const routable: RoutingChannel[] = [];
      for await (const part of readChannels(this.#db)) {
        routable.push(...readRows(part, toChannels, named).flat());
        resting.push(...part.filter(({ id, hasKeys }) => hasKeys && !keysOf.has(id)));
      }
      await this.#loadBudgets(routable);
      this.current = await RoutingSnapshot.inTurns(this.current.version + 1, {
        channels: routable,
        groups: readRows(groups, (row) => toRoutingGroup(row, budgetsOf.get(`group ${row.id}`) ?? []), {
          nameOf: ({ symbol }) => `group ${symbol}`,
          leaveOut,
        }),
        resting: resting.map((row) => ({ models: splitNames(row.models), groups: splitNames(row.group) })),
        prices,
        onUnreadablePrice: (model, error) => leaveOut(`price ${model}`, error),
        owners,
        ...(this.#callSeconds !== undefined && { callSeconds: this.#callSeconds }),
      });
      this.#unreadable = unreadable;
    } while (this.#again);
  }

  /** The choice of a channel reads its budgets without waiting. */
  async #loadBudgets(channels: readonly RoutingChannel[]): Promise<void> {
    const rules = channels.flatMap(({ budgets }) => budgets ?? []);
    if (rules.length > 0) await this.#countBook.load(presentBudgets(rules, this.#clock.nowSeconds()));
  }

  /**
   * Keys that were given for the address of a channel, as both were read. Between the two readings somebody may have changed
   * it: then they are read again.
   */
  #ownKeys(row: RoutableChannelRow, keys: readonly ReadKey[] = []): readonly ReadKey[] {
    const own = keys.filter((key) => givenFor.every((name) => key[name] === row[name]));
    if (own.length < keys.length) this.#again = true;
    return own;
  }

  /** Names a row in the log when it turns unreadable. */
  #leaveOut(unreadable: Set<string>, row: string, error: unknown): void {
    unreadable.add(row);
    if (!this.#unreadable.has(row))
      this.#log.error(
        { row, error: String(error) },
        'a stored row cannot be read; it is left out of routing',
      );
  }
}
