import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import type { Insertable } from 'kysely';
import { CountBook } from '../src/billing/count-book.ts';
import { openStore, type Store } from '../src/db/store.ts';
import type { ChannelTable } from '../src/db/tables/routing-tables.ts';
import { openAiChat } from '../src/dialects/openai-chat/openai-chat.ts';
import type { ChannelPlace, RoutingSnapshot } from '../src/modules/routing/routing-snapshot.ts';
import { CHANNEL_KEY_PURPOSE, RoutingTable } from '../src/modules/routing/routing-table.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createSecretBox } from '../src/platform/secrets/secret-box.ts';
import { Breakers } from '../src/relay/learned/breakers.ts';
import { ChannelHealth } from '../src/relay/learned/channel-health.ts';
import { ContextLimits } from '../src/relay/learned/context-limits.ts';
import { LearnedTraits } from '../src/relay/learned/model-traits.ts';
import { CallLimiter } from '../src/relay/limits/call-limiter.ts';
import type { RelayOptions } from '../src/relay/relay-deps.ts';
import type { Identity } from '../src/relay/rights/identity.ts';
import { choose } from '../src/relay/select/select-channel.ts';
import { LongestTurn } from './longest-turn.ts';
import type { Figure } from './report.ts';
import { spreadOf } from './rounds.ts';

const CHANNELS = 10_000;
const MODELS = 500;
const CHOICES = 50_000;
const ROWS_A_STATEMENT = 500;
/** Shorter turns are not looked at. */
const SHORT_TURN_MS = 2;
const GROUP = 'default';
const models = Array.from({ length: MODELS }, (_, n) => `model-${n}`);
const secretBox = createSecretBox(Buffer.alloc(32, 7));
const nothing = (): void => {};
const clock = systemClock;
const countBook = new CountBook({ usedOf: async () => 0, nowSeconds: () => clock.nowSeconds() });

/** The choice and the reload at the largest number of channels and models that routing is built for. */
export async function measureRouting({ rounds }: { rounds: number }): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-bench-routing-'));
  const store = await openStore({ databaseUrl: null, dataDir });
  try {
    await seed(store);
    const log = { info: nothing, warn: nothing, error: nothing };
    const routing = new RoutingTable({ db: store.db, secretBox, clock, countBook, log });
    const holds = await reload(routing, rounds);
    return [
      {
        name: 'Choosing a channel among 10 000 channels × 500 models (µs)',
        own: spreadOf(chooseOften(routing.current, rounds)),
        budgets: [{ most: 5 }],
      },
      {
        name: 'Reload of a snapshot of 10 000 × 500, longest turn of the main loop (ms)',
        own: spreadOf(holds.ms),
        budgets: [{ most: 20 }],
      },
      {
        name: '… without full collections of garbage (ms)',
        own: spreadOf(holds.withoutCollectionsMs),
        budgets: [{ most: 20 }],
      },
    ];
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Holds {
  ms: number[];
  /** Without the full collections of garbage in them. */
  withoutCollectionsMs: number[];
}

async function reload(routing: RoutingTable, rounds: number): Promise<Holds> {
  const longest = new LongestTurn();
  const collections = watchCollections();
  const holds: Holds = { ms: [], withoutCollectionsMs: [] };
  // The first round compiles.
  for (let round = -1; round < rounds; round += 1) {
    const turns: { ms: number; startMs: number; endMs: number }[] = [];
    longest.onTurn = (ms, span) => {
      if (ms > SHORT_TURN_MS) turns.push({ ms, ...span });
    };
    await routing.reload();
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (round < 0) continue;
    holds.ms.push(Math.max(SHORT_TURN_MS, ...turns.map(({ ms }) => ms)));
    const rests = turns.map(({ ms, ...span }) => ms - collections.msIn(span));
    holds.withoutCollectionsMs.push(Math.max(SHORT_TURN_MS, ...rests));
  }
  longest.stop();
  collections.stop();
  return holds;
}

function watchCollections() {
  const spans: { startMs: number; durationMs: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime: startMs, duration: durationMs } = entry;
      const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
      if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) spans.push({ startMs, durationMs });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    msIn: (turn: { startMs: number; endMs: number }): number =>
      spans
        .filter(({ startMs }) => startMs >= turn.startMs && startMs < turn.endMs)
        .reduce((sum, { durationMs }) => sum + durationMs, 0),
    stop: () => observer.disconnect(),
  };
}

/** Every second call goes on with a conversation. @returns microseconds of a choice, in each round */
function chooseOften(snapshot: RoutingSnapshot, rounds: number): number[] {
  const payingGroup = snapshot.groups.get(GROUP);
  if (payingGroup === undefined) throw new Error('the group was not read');
  const deps = {
    ...{ clock, breakers: new Breakers(clock), limiter: new CallLimiter(clock) },
    ...{ health: new ChannelHealth(clock), contextLimits: new ContextLimits(clock), countBook },
    ...{ traits: new LearnedTraits(), options: () => ({ defaultOutputTokens: 4096 }) as RelayOptions },
  };
  const facts = openAiChatFacts();
  const identity = { userId: 1 } as Identity;
  const one = (n: number): void => {
    const model = models[n % MODELS] as string;
    const { routes } = snapshot.routesFor(GROUP, model);
    const preferredPlace: ChannelPlace | null =
      n % 2 === 0 ? null : { channelId: 1 + ((n * 7919) % CHANNELS), keyId: 0 };
    const call = {
      routes,
      preferredPlace,
      payingGroup,
      dialect: openAiChat,
      facts,
      identity,
      fits: [],
      attempts: [],
    };
    choose(call, deps);
  };
  for (let n = 0; n < CHOICES; n += 1) one(n);
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    for (let n = 0; n < CHOICES; n += 1) one(n);
    return ((performance.now() - start) / CHOICES) * 1000;
  });
}

const openAiChatFacts = () => ({
  ...{ model: 'model-0', stream: true, framing: 'sse' as const, wantsUsage: false, maxOutputTokens: null },
  ...{ answerCount: 1, hasTools: false, canBeBounded: true, media: null },
  ...{ inputTokens: 100, likelyInputTokens: 80, leastInputTokens: 50 },
  asks: { audioOutput: false, imageOutput: false, cacheWrite: false, tier: '' },
});

async function seed({ db }: Store): Promise<void> {
  await db
    .insertInto('user_groups')
    .values({ symbol: GROUP, name: GROUP, ratio: '1', api_rate: 1000, public: 1, enable: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('prices')
    .values(
      models.map((model) => ({
        ...{ model, type: 'tokens', channel_type: 1, input: '1', output: '1', locked: 0 },
        ...{ extra_ratios: '{}', version: 1, updated_time: 0 },
      })),
    )
    .execute();
  for (let first = 1; first <= CHANNELS; first += ROWS_A_STATEMENT) {
    const ids = Array.from({ length: ROWS_A_STATEMENT }, (_, n) => first + n);
    await db.insertInto('channels').values(ids.map(channelRow)).execute();
    const key_sealed = secretBox.seal('bench-key', CHANNEL_KEY_PURPOSE);
    await db
      .insertInto('channel_keys')
      .values(ids.map((id) => ({ channel_id: id, key_sealed, key_hint: '…', status: 1, created_time: 0 })))
      .execute();
  }
}

/** Each channel lists the models in another order, as people do. */
const namesOf = (id: number): string =>
  [...models.slice(id % MODELS), ...models.slice(0, id % MODELS)].join(',');

const channelRow = (id: number): Insertable<ChannelTable> => ({
  ...{ id, type: 8, status: 1, name: `channel ${id}`, weight: 1 + (id % 5), priority: 0, tag: '', other: '' },
  ...{ created_time: 0, test_time: 0, response_time: 0, used_quota: 0, deleted_time: 0, only_chat: 0 },
  ...{ base_url: 'https://vendor.example', models: namesOf(id), group: GROUP, allow_private_network: 0 },
  ...{ model_mapping: '{}', test_model: '', disabled_stream: '[]', dialects: '["openai-chat"]' },
  ...{ model_headers: '', custom_parameter: '', plugin: '', proxy_sealed: '' },
});
