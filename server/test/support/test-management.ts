import { rmSync } from 'node:fs';
import { type Call, type Failure, role, userStatus } from '@turnpike/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { BudgetPeriod } from '../../src/billing/account.ts';
import { CountBook } from '../../src/billing/count-book.ts';
import { QuotaBook } from '../../src/billing/quota-book.ts';
import { openStore } from '../../src/db/store.ts';
import { findStoredBalance, findStoredRemainder, findStoredUse } from '../../src/db/stored-amounts.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { JobRunner } from '../../src/jobs/job-runner.ts';
import type { ModelGaps } from '../../src/modules/attention/model-gaps.ts';
import type { Changes } from '../../src/modules/changes.ts';
import type { ChannelInquiries } from '../../src/modules/channel/channel-inquiries.ts';
import type { AskModel } from '../../src/modules/channel/checked-model.ts';
import type { RestingKeys } from '../../src/modules/channel/resting-key.ts';
import type { TestedChannel } from '../../src/modules/channel/tested-channel.ts';
import { LedgerCheck } from '../../src/modules/ledger/ledger-check.ts';
import { registerManagementApi } from '../../src/modules/management-api.ts';
import type { ModuleDeps } from '../../src/modules/module-deps.ts';
import { Options } from '../../src/modules/option/options.ts';
import { OrderEvents } from '../../src/modules/order/order-events.ts';
import { RecentQuestions } from '../../src/modules/order/recent-questions.ts';
import { PlannedPrices } from '../../src/modules/price/planned-prices.ts';
import { PriceListSchedule } from '../../src/modules/price/price-schedule.ts';
import { SetUp } from '../../src/modules/set-up/set-up.ts';
import type { TaskControl } from '../../src/modules/task/task-control.ts';
import type { TelegramControl } from '../../src/modules/telegram/telegram-control.ts';
import { insertUser } from '../../src/modules/user/user-repository.ts';
import type { SearchForAccount } from '../../src/modules/web-search/search-for-account.ts';
import { guardedFetch } from '../../src/platform/net/guarded-fetch.ts';
import { createSecretBox } from '../../src/platform/secrets/secret-box.ts';
import { familyOf } from '../../src/relay/clients/client-families.ts';
import { ChannelHealth } from '../../src/relay/learned/channel-health.ts';
import { ModelHours } from '../../src/relay/learned/model-hours.ts';
import { readSettings } from '../../src/settings/settings.ts';
import type { databases } from './databases.ts';
import { reuseStoreThread } from './store-threads.ts';
import { makeTestDataDir } from './test-data-dir.ts';

export interface TestManagementOptions {
  env?: Record<string, string>;
  /** False leaves the site as a fresh start finds it: without a root account. */
  isSetUp?: boolean;
  /** Adds hooks before there are routes. */
  watch?: (server: FastifyInstance) => void;
}

/** Password of all test accounts. */
export const PASSWORD = 'correct horse';

/** A hash of `PASSWORD` that is made and checked in no time: thousands of accounts are seeded and signed in. */
async function cheapHash(): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
}
const START_SECONDS = 1_800_000_000;

export interface Person {
  id: number;
  username: string;
  cookie: string;
}

type Answered = { status: number; body: Envelope; headers: Record<string, unknown> };
// biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects
type Envelope = { success: boolean; message: string; data?: any; time?: number } & Partial<Failure>;

interface Asked {
  as?: Person | undefined;
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  input?: unknown;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

/** The management API on one engine, asked without a port. */
export async function startTestManagement(
  engine: (typeof databases)[number],
  { env = {}, isSetUp = true, watch = () => {} }: TestManagementOptions = {},
) {
  const database = await engine.open();
  const dataDir = makeTestDataDir({ databaseUrl: database.url });
  const settings = readSettings({
    TURNPIKE_DATA_DIR: dataDir,
    ...(database.url !== null && { DATABASE_URL: database.url }),
    ...env,
  });
  const store = await openStore(settings, reuseStoreThread);
  const { db } = store;
  let nowSeconds = START_SECONDS;
  let wallShiftSeconds = 0;
  const clock = {
    nowMs: () => (nowSeconds + wallShiftSeconds) * 1000,
    nowSeconds: () => nowSeconds + wallShiftSeconds,
    monotonicMs: () => nowSeconds * 1000,
  };
  const secretBox = createSecretBox(Buffer.alloc(32, 7));
  const options = new Options({ db, secretBox });
  await options.load();
  const usedOf = async (budget: BudgetPeriod) => (await findStoredUse(db, budget, '')).points;
  const quotaBook = new QuotaBook({
    balanceOf: (id) => findStoredBalance(db, id, ''),
    remainderOf: async (id) => (await findStoredRemainder(db, id, ''))?.points,
    usedOf,
  });
  const countBook = new CountBook({ usedOf, nowSeconds: clock.nowSeconds });
  const changed: string[] = [];
  const logged: { text: string; facts: object }[] = [];
  const tested: TestedChannel[] = [];
  const keepLog = (facts: object, text: string) => void logged.push({ text, facts });
  const fakes = {
    testChannel: async (channel: TestedChannel) => {
      tested.push(channel);
      return { timeSeconds: 0.25 };
    },
    askModel: (async ({ model }) => ({
      ...{ isConversation: true, upstreamModel: model, reportedModel: model, isStreamed: true },
      ...{ usage: { inputTokens: 9, outputTokens: 1 }, response: null },
      functionCalls: [{ name: 'add', input: '{"a":2,"b":3}' }],
    })) as AskModel,
    inquiries: {
      listModels: async () => ['listed'],
      readBalance: async () => ({ amount: 12.5, currency: 'USD' }),
    } as ChannelInquiries,
    restingKeys: (() => []) as RestingKeys,
    modelGaps: { unpriced: async () => [], isServed: () => true } as ModelGaps,
    guardedFetch,
    searchForAccount: (async ({ query }) => ({
      results: [{ title: query, url: 'https://found.example/', text: 'Found.' }],
      points: 5,
    })) as SearchForAccount,
    /** A bot that runs; tests of the bot put theirs in. */
    telegramBot: {
      username: () => 'toll_bot',
      isWebhook: () => false,
      reload: async () => {},
    } as TelegramControl,
    taskControl: {
      filePath: (taskId, index) => `/v1/tasks/${taskId}/files/${index}?expires=1&signature=x`,
      noticeSecret: (userId) => `whsec_of_${userId}`,
      canCancel: async () => true,
      cancel: async () => {},
      retry: async (taskId) => taskId,
      check: async () => {},
    } as TaskControl,
  };
  const log = { info: keepLog, warn: keepLog, error: keepLog };
  const lastMinute = { calls: 0, tokens: 0 };
  const changes: Changes = {
    userChanged: (id) => void changed.push(`user ${id}`),
    tokenChanged: (id) => void changed.push(`token ${id}`),
    tokensChanged: (ids) => void changed.push(...ids.map((id) => `token ${id}`)),
    routingChanged: async () => void changed.push('routing'),
    optionsChanged: () => void changed.push('options'),
  };
  const jobRunner = new JobRunner({ db, clock, log });
  const deps: ModuleDeps = {
    db,
    jobs: store.jobs,
    engine: store.engine,
    clock,
    secretBox,
    quotaBook,
    countBook,
    options,
    settings,
    changes,
    testChannel: (channel) => fakes.testChannel(channel),
    askModel: (asked, signal) => fakes.askModel(asked, signal),
    inquiries: {
      listModels: (channel, signal) => fakes.inquiries.listModels(channel, signal),
      readBalance: (channel, signal) => fakes.inquiries.readBalance(channel, signal),
    },
    restingKeys: (channelId) => fakes.restingKeys(channelId),
    health: new ChannelHealth(clock),
    modelHours: new ModelHours(clock),
    // Asked of a whole gateway, in `relay/stories/channels/explained-calls.db.test.ts`.
    explainCall: async () => ({
      ...{
        model: 'm',
        group: 'default',
        strategy: 'weight',
        hedge_seconds: 0,
        preferred_channel_id: null,
        chosen: null,
      },
      ...{ error: '', candidates: [], candidate_count: 0 },
    }),
    // Asked of a whole gateway, in `relay/stories/money/quote-for-key.db.test.ts`.
    quoteForKey: async () => ({
      ...{ model: 'm', group: 'default', most: 3, likely: 2, is_bound: true, unbound_by: [] },
      ...{ input_tokens: 1, output_tokens: 1, price_model: 'm', price_version: 1, group_ratio: 1 },
    }),
    // Asked of a whole gateway, in `relay/search/search-for-account.db.test.ts`.
    searchForAccount: (search) => fakes.searchForAccount(search),
    guardedFetch: (url, limits) => fakes.guardedFetch(url, limits),
    callMeter: { lastMinute: () => lastMinute, lastMinuteOfAll: () => lastMinute },
    modelGaps: {
      unpriced: () => fakes.modelGaps.unpriced(),
      isServed: (model) => fakes.modelGaps.isServed(model),
    },
    priceListSchedule: new PriceListSchedule({
      ...{ db, clock, changes, jobRunner, log },
      guardedFetch: (url, limits) => fakes.guardedFetch(url, limits),
    }),
    plannedPrices: await PlannedPrices.load({ db, clock, changes }),
    ledgerCheck: await LedgerCheck.load({ db, clock, log, settings }),
    jobRunner,
    orderEvents: new OrderEvents(db),
    orderQuestions: new RecentQuestions(clock),
    taskControl: {
      filePath: (taskId, index) => fakes.taskControl.filePath(taskId, index),
      noticeSecret: (userId) => fakes.taskControl.noticeSecret(userId),
      canCancel: (platform, dialect) => fakes.taskControl.canCancel(platform, dialect),
      cancel: (taskId) => fakes.taskControl.cancel(taskId),
      retry: (taskId, asked) => fakes.taskControl.retry(taskId, asked),
      check: (taskId) => fakes.taskControl.check(taskId),
    },
    telegramBot: {
      username: () => fakes.telegramBot.username(),
      isWebhook: () => fakes.telegramBot.isWebhook(),
      reload: () => fakes.telegramBot.reload(),
    },
    log,
  };
  const setUp = await SetUp.start(deps);
  const server = createHttpServer({
    settings,
    clock,
    log: deps.log,
    clientsOf: familyOf,
  });
  watch(server);
  await registerManagementApi(server, { ...deps, setUp });

  const inject = async (options: InjectOptions): Promise<Answered> => {
    const response = await server.inject(options);
    const isText = /^text\/(csv|plain|html|event-stream)|\/pdf/.test(
      String(response.headers['content-type']),
    );
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isText ? (response.payload as never) : response.json(),
    };
  };

  const ask = (call: Pick<Call, 'method' | 'path'>, asked: Asked = {}): Promise<Answered> => {
    const { as, params = {}, query = {}, input, headers = {}, remoteAddress } = asked;
    const path = call.path.replace(/[:*](\w*)/g, (_, name: string) =>
      encodeURIComponent(String(params[name || '*'] ?? 1)),
    );
    return inject({
      method: call.method,
      url: path,
      query: query as Record<string, string>,
      headers: {
        host: 'gateway.test',
        origin: 'http://gateway.test',
        ...(as && { cookie: as.cookie }),
        ...headers,
      },
      ...(remoteAddress !== undefined && { remoteAddress }),
      ...(input !== undefined && { payload: JSON.stringify(input) }),
    });
  };

  const signIn = async (username: string): Promise<Person> => {
    const { body, headers } = await ask(
      { method: 'POST', path: '/api/user/login' },
      { input: { username, password: PASSWORD } },
    );
    return { id: body.data.id, username, cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '' };
  };

  const seed = {
    /** An account, signed in. */
    async person(
      username: string,
      given: { role?: number; group?: string; quota?: number } = {},
    ): Promise<Person> {
      const password_hash = await cheapHash();
      await db.transaction().execute((trx) =>
        insertUser(trx, {
          username,
          password_hash,
          display_name: username,
          role: given.role ?? role.common,
          status: userStatus.enabled,
          email: '',
          group: given.group ?? 'default',
          quota: given.quota ?? 0,
          created_time: nowSeconds,
        }),
      );
      return signIn(username);
    },
  };

  if (isSetUp && setUp.code !== null) {
    await setUp.makeRoot({ username: 'owner', password: PASSWORD, system_name: 'Test', language: 'en_US' });
  }

  return {
    server,
    deps,
    store,
    db,
    setUp,
    settings,
    options,
    quotaBook,
    secretBox,
    changed,
    logged,
    tested,
    /** Call counters of the relay. */
    lastMinute,
    fakes,
    seed,
    inject,
    ask,
    signIn,
    /** The root account, signed in. */
    root: () => signIn('owner'),
    passTime: (seconds: number) => {
      nowSeconds += seconds;
    },
    /** Sets the wall clock of the machine; no time passes. */
    setWallClock: (shiftSeconds: number) => {
      wallShiftSeconds = shiftSeconds;
    },
    now: () => nowSeconds,
    /** Every row of every table, as text. */
    async dump(): Promise<string> {
      const tables = (await db.introspection.getTables()).map(({ name }) => name).sort();
      const rows = tables.map(async (table) => [
        table,
        await db
          .selectFrom(table as 'users')
          .selectAll()
          .execute(),
      ]);
      return JSON.stringify(await Promise.all(rows));
    },
    async stop(): Promise<void> {
      await server.close();
      await store.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestManagement = Awaited<ReturnType<typeof startTestManagement>>;
