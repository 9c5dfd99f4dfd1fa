import { rmSync } from 'node:fs';
import { type BudgetInput, type LogView, noPriceParts, type Price } from '@turnpike/contract';
import { buildGatewayCore, type GatewayCore } from '../../src/app/gateway-core.ts';
import { openStore, type Store } from '../../src/db/store.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { toPriceRow } from '../../src/modules/price/price-repository.ts';
import { CHANNEL_KEY_PURPOSE, CHANNEL_PROXY_PURPOSE } from '../../src/modules/routing/routing-table.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import type { Log } from '../../src/platform/log.ts';
import { type GuardedFetch, guardedFetch as realGuardedFetch } from '../../src/platform/net/guarded-fetch.ts';
import { newTokenKey } from '../../src/platform/secrets/random-ids.ts';
import { createSecretBox, hashSecret } from '../../src/platform/secrets/secret-box.ts';
import { TokenCounter } from '../../src/platform/text/token-counter.ts';
import { RelayTraffic } from '../../src/relay/call/relay-traffic.ts';
import { familyOfUnknown } from '../../src/relay/clients/client-families.ts';
import type { DeadKey, RelayOptions } from '../../src/relay/relay-deps.ts';
import { registerRelay } from '../../src/relay/relay-routes.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { startAnthropicUpstream } from '../upstreams/anthropic-messages-upstream.ts';
import { FakeUpstream } from './fake-upstream.ts';
import { reuseStoreThread } from './store-threads.ts';
import { makeTestDataDir } from './test-data-dir.ts';

const secretBox = createSecretBox(Buffer.alloc(32, 7));
/** One for all gateways of a process: its thread takes a third of a second to load its tables. */
const tokenCounter = new TokenCounter();

export interface TestGatewayOptions {
  /** PostgreSQL address; null for SQLite. */
  databaseUrl?: string | null;
  env?: Record<string, string>;
  relayOptions?: Partial<RelayOptions>;
  /** Data folder of a gateway that was stopped before; it is left in place. */
  dataDir?: string;
  /** Changes how the database is written, before anything is. */
  withStore?: (store: Store) => void;
  clock?: Clock;
  guardedFetch?: GuardedFetch;
}

interface SeededPrice {
  model: string;
  type?: 'tokens' | 'times';
  input: number;
  output: number;
  /** Prices of units, of long inputs and of service tiers, and hours. */
  parts?: Partial<ReturnType<typeof noPriceParts>> & Pick<Price, 'hours'>;
}

export interface SeededUser {
  id: number;
  tokenId: number;
  token: string;
}

type BudgetOwner =
  | Pick<SeededUser, 'tokenId'>
  | { group: string }
  | { channelId: number }
  | { userId: number };

const plainOwner = (owner: Exclude<BudgetOwner, { group: string }>) => {
  if ('tokenId' in owner) return { owner_type: 'token', owner_id: owner.tokenId } as const;
  if ('userId' in owner) return { owner_type: 'user', owner_id: owner.userId } as const;
  return { owner_type: 'channel', owner_id: owner.channelId } as const;
};

/** The gateway's core behind a real port, with seeds and what an outsider can see. */
export async function startTestGateway({
  databaseUrl = null,
  env = {},
  relayOptions = {},
  dataDir: givenDataDir,
  withStore = () => {},
  clock = systemClock,
  guardedFetch = realGuardedFetch,
}: TestGatewayOptions = {}) {
  const dataDir = givenDataDir ?? makeTestDataDir({ databaseUrl });
  const settings = readSettings({
    TURNPIKE_DATA_DIR: dataDir,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    ...env,
  });
  const store: Store = await openStore(settings, reuseStoreThread);
  withStore(store);
  const reports: string[] = [];
  const log: Log = {
    info: () => {},
    warn: (_facts, text) => reports.push(text),
    error: (_facts, text) => reports.push(text),
  };
  /** As the modules would turn them off. */
  const deadKeys: DeadKey[] = [];
  const core: GatewayCore = await buildGatewayCore({
    settings,
    store,
    clock,
    secretBox,
    guardedFetch,
    tokenCounter,
    log,
    relayOptions: () => ({
      retryTimes: 3,
      retryTimeOutSeconds: 10,
      firstTokenSeconds: 0,
      retriesEmptyAnswers: false,
      disablesFailingKeys: false,
      disableKeywords: [],
      retryCooldownSeconds: 5,
      defaultOutputTokens: 4096,
      holdWaitSeconds: 5,
      stopsUnpaidAnswers: true,
      debtLimit: 0,
      chargeAbandonedInput: true,
      chargeBrokenAnswers: true,
      chargeFilteredAnswers: true,
      chargeEmptyAnswers: false,
      approximatesTokens: false,
      isAnthropicOn: true,
      isGoogleOn: true,
      anthropicMaxTokens: { default: 8192 },
      thinkingShare: 0.8,
      keptAnswerDays: 7,
      modelFallbacks: new Map(),
      contextFallbacks: new Map(),
      filteredFallbacks: new Map(),
      cacheSeconds: 3600,
      cacheHitPercent: 0,
      unsafeWords: null,
      checksAnswers: false,
      webSearch: null,
      searchPlanner: '',
      openObjectClasses: new Set(),
      keepsMidjourneyHooks: false,
      siteAddress: '',
      mediaWorker: null,
      mediaProxy: '',
      taskStorage: {
        ...{ place: 'off', days: 30, maxBytes: 2 ** 20 },
        bucket: { address: '', region: 'us-east-1', accessKeyId: '', secretKey: '' },
      },
      ...relayOptions,
    }),
    isStopping: () => false,
    onDeadKey: (failure) => void deadKeys.push(failure),
  });
  const server = createHttpServer({
    settings,
    clock,
    log,
    clientsOf: familyOfUnknown,
  });
  const traffic = new RelayTraffic();
  await server.register((scope) => registerRelay(scope, { deps: core.relay, traffic }));
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  let openAnswers = 0;
  server.server.on('request', (_request, response) => {
    openAnswers += 1;
    response.once('close', () => {
      openAnswers -= 1;
    });
  });
  const upstreams = new Map<number, FakeUpstream>();
  let names = 0;

  if (!(await store.db.selectFrom('user_groups').select('id').executeTakeFirst())) {
    await store.db
      .insertInto('user_groups')
      .values({ symbol: 'default', name: 'Default', ratio: '1', api_rate: 1_000_000, public: 1, enable: 1 })
      .execute();
  }

  const groupOwner = async (symbol: string) => {
    const { id } = await store.db
      .selectFrom('user_groups')
      .select('id')
      .where('symbol', '=', symbol)
      .executeTakeFirstOrThrow();
    return { owner_type: 'group', owner_id: id } as const;
  };

  const seed = {
    async user({
      quota,
      tokenQuota = null,
      heartbeatSeconds = null,
      group = 'default',
      role = 1,
    }: {
      quota: number;
      /** Null: the token has no limit of its own. */
      tokenQuota?: number | null;
      group?: string;
      heartbeatSeconds?: number | null;
      role?: number;
    }): Promise<SeededUser> {
      const name = `user${++names}`;
      const { id } = await store.db
        .insertInto('users')
        .values({
          ...{
            username: name,
            username_key: name,
            password_hash: 'x',
            display_name: name,
            role,
            status: 1,
          },
          ...{ group, quota, created_time: 0, email: '', avatar_url: '' },
          ...{
            used_quota: 0,
            request_count: 0,
            aff_count: 0,
            aff_quota: 0,
            last_login_time: 0,
            deleted_time: 0,
          },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, ...(await seed.token({ userId: id, tokenQuota, heartbeatSeconds })) };
    },

    /** A further key of a user. */
    async token({
      userId,
      tokenQuota = null,
      heartbeatSeconds = null,
    }: {
      userId: number;
      tokenQuota?: number | null;
      heartbeatSeconds?: number | null;
    }): Promise<Omit<SeededUser, 'id'>> {
      const token = newTokenKey();
      const { id: tokenId } = await store.db
        .insertInto('tokens')
        .values({
          ...{ user_id: userId, key_hash: hashSecret(token), key_sealed: secretBox.seal(token, 'token key') },
          ...{ key_hint: 'sk-…', status: 1, name: `token${++names}`, created_time: 0, accessed_time: 0 },
          ...{
            expired_time: -1,
            remain_quota: tokenQuota ?? 0,
            unlimited_quota: tokenQuota === null ? 1 : 0,
          },
          ...{ used_quota: 0, group: '', deleted_time: 0 },
          setting: JSON.stringify(
            heartbeatSeconds === null
              ? {}
              : { heartbeat: { enabled: true, timeout_seconds: heartbeatSeconds } },
          ),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { tokenId, token };
    },

    /** A budget of a token, of the group with this symbol, of a channel or of a user. */
    async budget(
      owner: BudgetOwner,
      {
        period = 'total',
        hours = 0,
        model = '',
        unit = 'points',
        points,
      }: Partial<BudgetInput> & Pick<BudgetInput, 'points'>,
    ): Promise<{ id: number }> {
      const place = 'group' in owner ? await groupOwner(owner.group) : plainOwner(owner);
      const budget = await store.db
        .insertInto('budgets')
        .values({ ...place, period, hours, model, unit, points })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (place.owner_type === 'token') core.identities.forgetToken(place.owner_id);
      if (place.owner_type === 'user') core.identities.forgetUser(place.owner_id);
      await core.routing.reload();
      return budget;
    },

    async price({ model, type = 'tokens', input, output, parts }: SeededPrice): Promise<void> {
      const price = { model, type, channel_type: 1, input, output, locked: false, extra_ratios: {} };
      await store.db
        .insertInto('prices')
        .values({ ...toPriceRow({ ...price, ...noPriceParts(), ...parts }), version: 1, updated_time: 0 })
        .execute();
      await core.routing.reload();
    },

    /** A further key of a channel; calls use it after the next reload. */
    key: ({ id }: { id: number }, key: string, values: object = {}): Promise<{ id: number }> =>
      store.db
        .insertInto('channel_keys')
        .values({
          ...{ channel_id: id, key_sealed: secretBox.seal(key, CHANNEL_KEY_PURPOSE), key_hint: '…' },
          ...{ status: 1, created_time: 0, ...values },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),

    async channel({
      model,
      priority = 0,
      weight = 1,
      mapping = {},
      ...rest
    }: {
      model: string;
      priority?: number;
      weight?: number;
      mapping?: Record<string, string>;
      baseUrl?: string;
      type?: number;
      allowPrivateNetwork?: boolean;
      /** Dialects of a custom channel's upstream. */
      dialects?: readonly string[];
      channelKey?: string;
      /** In place of `channelKey`. */
      keys?: readonly string[];
      other?: string;
      /** JSON objects as texts. */
      model_headers?: string;
      custom_parameter?: string;
      plugin?: string;
      proxy?: string;
    }): Promise<{ id: number }> {
      const upstream = rest.baseUrl === undefined ? await startUpstreamOf(rest.type) : null;
      const { id } = await store.db
        .insertInto('channels')
        .values({
          ...{
            type: rest.type ?? 8,
          },
          ...{
            status: 1,
            name: `channel${++names}`,
            weight,
            priority,
            created_time: 0,
            test_time: 0,
            response_time: 0,
          },
          ...{
            base_url: rest.baseUrl ?? upstream?.url ?? '',
            other: rest.other ?? '',
            models: model,
            group: 'default',
            tag: '',
          },
          ...{ used_quota: 0, model_mapping: JSON.stringify(mapping), test_model: '', disabled_stream: '[]' },
          ...{
            model_headers: rest.model_headers ?? '',
            custom_parameter: rest.custom_parameter ?? '',
            plugin: rest.plugin ?? '',
            proxy_sealed: rest.proxy === undefined ? '' : secretBox.seal(rest.proxy, CHANNEL_PROXY_PURPOSE),
            only_chat: 0,
            allow_private_network: rest.allowPrivateNetwork === false ? 0 : 1,
            deleted_time: 0,
            dialects: JSON.stringify(rest.dialects ?? ['openai-chat']),
          },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const key of rest.keys ?? [rest.channelKey ?? 'upstream-key']) await seed.key({ id }, key);
      if (upstream) upstreams.set(id, upstream);
      await core.routing.reload();
      return { id };
    },
  };

  return {
    url,
    seed,
    core,
    deadKeys,
    store,
    reports,
    dataDir,
    settings,
    /** Aborts every call in flight, as a stop of the gateway does. */
    breakOffCalls: () => traffic.breakOffAll(),
    callsInFlight: () => traffic.count,
    /** Answers whose callers are there. */
    openAnswers: () => openAnswers,
    upstream(channel: { id: number }): FakeUpstream {
      const found = upstreams.get(channel.id);
      if (!found) throw new Error('the channel has no fake upstream');
      return found;
    },
    /** Posts a chat call as it is. */
    post(token: string, body: object | string, { signal, path = '/v1/chat/completions' }: PostOptions = {}) {
      return fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...(signal && { signal }),
      });
    },
    /** Log rows once every settlement is in the database, oldest first. */
    async logRowsOf(user: {
      id: number;
    }): Promise<(Omit<LogView, 'metadata'> & { metadata: LogView['metadata'] })[]> {
      await core.outbox.drainNow();
      const rows = await store.db
        .selectFrom('logs')
        .selectAll()
        .where('user_id', '=', user.id)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...row, metadata: JSON.parse(row.metadata) })) as never;
    },
    async quotaOf(user: { id: number }): Promise<number> {
      return (await this.amountsOf(user)).quota;
    },
    /** Quota and debt of a balance. */
    async amountsOf(user: { id: number }): Promise<{ quota: number; debt: number }> {
      await core.outbox.drainNow();
      return store.db
        .selectFrom('users')
        .select(['quota', 'debt'])
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
    },
    async remainderOf(user: SeededUser): Promise<number> {
      await core.outbox.drainNow();
      const row = await store.db
        .selectFrom('tokens')
        .select('remain_quota')
        .where('id', '=', user.tokenId)
        .executeTakeFirstOrThrow();
      return row.remain_quota;
    },
    /** Stored use of a budget, by the start of the period. */
    async usesOf({ id }: { id: number }): Promise<Record<number, number>> {
      await core.outbox.drainNow();
      const rows = await store.db
        .selectFrom('budget_uses')
        .select(['period_start', 'points'])
        .where('budget_id', '=', id)
        .execute();
      return Object.fromEntries(rows.map(({ period_start, points }) => [period_start, points]));
    },
    async stop({ keepUpstreams = false } = {}): Promise<void> {
      const closed = server.close();
      // As the gateway itself does: a connection may be kept by a caller.
      server.server.closeAllConnections();
      await closed;
      await core.close();
      await store.close();
      if (!keepUpstreams) for (const upstream of upstreams.values()) await upstream.stop();
      if (givenDataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A vendor's server for channels of a type; the demo has none. */
async function startUpstreamOf(type = 8): Promise<FakeUpstream | null> {
  if (type === 1000) return null;
  return type === 14 ? startAnthropicUpstream() : FakeUpstream.start();
}

interface PostOptions {
  signal?: AbortSignal;
  path?: string;
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;
