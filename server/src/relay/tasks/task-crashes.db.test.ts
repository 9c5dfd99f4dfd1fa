import { rmSync } from 'node:fs';
import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import { isLong } from '../../../test/support/long-tests.ts';
import { TaskWorld } from '../../../test/support/task-world.ts';
import { makeTestDataDir } from '../../../test/support/test-data-dir.ts';
import type { SeededUser } from '../../../test/support/test-gateway.ts';
import { KLING_KEY, startKling } from '../../../test/upstreams/tasks/kling-vendor.ts';
import type { TaskVendor } from '../../../test/upstreams/tasks/task-vendor.ts';
import type { Store } from '../../db/store.ts';

const QUOTA = 1_000_000;
const PRICE = 50;

/** Lets a process die at one of its statements: none after it is run. */
class Death {
  left = Number.POSITIVE_INFINITY;

  get hasCome(): boolean {
    return this.left < 0;
  }

  readonly plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      this.left -= 1;
      if (this.hasCome) throw new Error('the process has died');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

type Step =
  | { kind: 'make'; answer: 'taken' | 'refused' | 'lost' | 'lost and made' }
  | { kind: 'vendor'; state: 'processing' | 'succeed' | 'failed' | 'submitted' }
  | { kind: 'look' }
  | { kind: 'look at once'; times: number }
  /** The process dies at that statement of the next step. */
  | { kind: 'die'; after: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('make' as const),
      answer: fc.constantFrom('taken', 'taken', 'refused', 'lost', 'lost and made'),
    }),
    fc.record({
      kind: fc.constant('vendor' as const),
      state: fc.constantFrom('processing', 'succeed', 'failed', 'submitted'),
    }),
    fc.constant({ kind: 'look' as const }),
    fc.record({ kind: fc.constant('look at once' as const), times: fc.integer({ min: 2, max: 20 }) }),
    fc.record({ kind: fc.constant('die' as const), after: fc.integer({ min: 0, max: 30 }) }),
  ) as fc.Arbitrary<Step>,
  { minLength: 4, maxLength: 12 },
);

/** One user, one channel, and a process that dies now and then. */
class Played {
  readonly #vendor: TaskVendor;
  readonly #dataDir: string;
  readonly #databaseUrl: string | null;
  #death = new Death();
  world!: TaskWorld;
  user!: SeededUser;

  constructor(vendor: TaskVendor, databaseUrl: string | null) {
    this.#vendor = vendor;
    this.#databaseUrl = databaseUrl;
    this.#dataDir = makeTestDataDir({ databaseUrl });
  }

  async start(isFirst = false): Promise<void> {
    this.#death = new Death();
    const { plugin } = this.#death;
    this.world = await TaskWorld.start(this.#vendor, {
      ...{ databaseUrl: this.#databaseUrl, dataDir: this.#dataDir },
      withStore: (store) => Object.assign(store, { db: (store as Store).db.withPlugin(plugin) }),
      channel: isFirst ? { model: 'kling-v2', type: 53, channelKey: KLING_KEY } : null,
      prices: isFirst ? [{ model: 'kling-v2', type: 'times', input: 0.05, output: 0 }] : [],
      relayOptions: { retryTimes: 0 },
    });
    if (isFirst) this.user = await this.world.user(QUOTA);
  }

  async stop(): Promise<void> {
    await this.world.gateway.stop({ keepUpstreams: true }).catch(() => {});
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #restart(): Promise<void> {
    await this.world.gateway.stop({ keepUpstreams: true }).catch(() => {});
    await this.start();
  }

  async run(step: Step): Promise<void> {
    if (step.kind === 'die') {
      this.#death.left = step.after;
      return;
    }
    await this.#act(step).catch((error: unknown) => {
      if (!this.#death.hasCome) throw error;
    });
    if (this.#death.hasCome) await this.#restart();
  }

  async #act(step: Exclude<Step, { kind: 'die' }>): Promise<void> {
    const { world, user } = this;
    if (step.kind === 'make') {
      this.#vendor.loses =
        step.answer === 'lost' ? 'not_made' : step.answer === 'lost and made' ? 'made' : null;
      const prompt = step.answer === 'refused' ? 'FORBIDDEN' : 'A cat';
      await world.ask(user, 'POST', '/v1/videos', { body: { model: 'kling-v2', prompt } });
      this.#vendor.loses = null;
      return;
    }
    if (step.kind === 'vendor') {
      const task = [...this.#vendor.tasks.values()].find(
        ({ state }) => state !== 'succeed' && state !== 'failed',
      );
      if (task !== undefined) task.state = step.state;
      return;
    }
    const times = step.kind === 'look' ? 1 : step.times;
    await Promise.all(Array.from({ length: times }, () => world.lookNow()));
  }

  /** Lets everything end that is under way. */
  async finish(): Promise<void> {
    await this.#restart();
    for (const task of this.#vendor.tasks.values()) if (task.state !== 'failed') task.state = 'succeed';
    await this.world.lookNow();
    await this.world.lookNow();
    await this.world.age(1_000);
    await this.world.lookNow();
  }
}

describe.each(databases)('tasks in a process that dies, on $name', ({ open, name }) => {
  it('are each charged once or given back, and the books are right', async () => {
    const runs = isLong ? 150 : name === 'SQLite' ? 8 : 3;
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const database = await open();
        const vendor = await startKling();
        const played = new Played(vendor, database.url);
        try {
          await played.start(true);
          for (const step of given) await played.run(step);
          await played.finish();
          const { gateway, held } = played.world;
          const rows = await gateway.store.db.selectFrom('tasks').selectAll().execute();
          const open_ = rows.filter(({ settled_at }) => settled_at === 0);
          expect(open_.map(({ status }) => status)).toEqual([]);
          expect(held).toBe(0);
          const done = rows.filter(({ status }) => status === 'SUCCESS');
          for (const row of rows) expect(row.quota).toBe(row.status === 'SUCCESS' ? PRICE : 0);
          // Each success is one video of the vendor, and no video is charged twice.
          const videos = done.map(({ upstream_id }) => vendor.tasks.get(upstream_id)?.state);
          expect(videos.every((state) => state === 'succeed')).toBe(true);
          expect(new Set(done.map(({ upstream_id }) => upstream_id)).size).toBe(done.length);
          expect(await gateway.quotaOf(played.user)).toBe(QUOTA - PRICE * done.length);
          // Undefined while nobody has asked for it.
          const inBook = gateway.core.quotaBook.balanceOf(played.user.id) ?? QUOTA - PRICE * done.length;
          expect(inBook).toBe(QUOTA - PRICE * done.length);
          const logged = await gateway.logRowsOf(played.user);
          expect(logged).toHaveLength(rows.length);
          expect(logged.reduce((sum, { quota }) => sum + quota, 0)).toBe(PRICE * done.length);
          const ledger = await gateway.store.db.selectFrom('ledger').select('delta').execute();
          expect(ledger.reduce((sum, { delta }) => sum - delta, 0)).toBe(PRICE * done.length);
        } finally {
          await played.stop();
          await vendor.stop();
          await database.drop();
        }
      }),
      { numRuns: runs },
    );
  }, 1_200_000);
});
