import { fileURLToPath } from 'node:url';
import {
  type ModelTokens,
  parseKeywords,
  parseModelFallbacks,
  parseModelTokens,
  parseObjectClasses,
  taskStorages,
} from '@turnpike/contract';
import { TelegramBot } from '../bot/telegram-bot.ts';
import { registerTelegramWebhook } from '../bot/webhook-route.ts';
import { lockDataFolder } from '../db/folder-lock.ts';
import { openStore, type Store } from '../db/store.ts';
import { registerConsoleFiles } from '../http/console-files.ts';
import { createHttpServer } from '../http/http-server.ts';
import { batchJob } from '../jobs/batch-job.ts';
import { budgetAlertJob } from '../jobs/budget-alert-job.ts';
import { budgetCleanUpJob } from '../jobs/budget-clean-up-job.ts';
import { channelBalanceJob } from '../jobs/channel-balance-job.ts';
import { channelHealthJob, storeHealth, storeModelHours } from '../jobs/channel-health-job.ts';
import { channelTestJob } from '../jobs/channel-test-job.ts';
import { invoiceJob } from '../jobs/invoice-job.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { keptAnswerCleanUpJob } from '../jobs/kept-answer-clean-up-job.ts';
import { ledgerCheckJob } from '../jobs/ledger-check-job.ts';
import { lowBalanceJob } from '../jobs/low-balance-job.ts';
import { mailJob } from '../jobs/mail-job.ts';
import { modelWatchJob } from '../jobs/model-watch-job.ts';
import { digestJob, notificationJob, rejectedChargeJob } from '../jobs/notification-jobs.ts';
import { orderJob } from '../jobs/order-job.ts';
import { plannedPriceJob } from '../jobs/planned-price-job.ts';
import { priceListJob } from '../jobs/price-list-job.ts';
import { reconciliationJob } from '../jobs/reconciliation-job.ts';
import { retentionJob } from '../jobs/retention-job.ts';
import { lostCopyJob, taskCopyJob } from '../jobs/task-copy-job.ts';
import { taskJob } from '../jobs/task-job.ts';
import { taskNoticeJob } from '../jobs/task-notice-job.ts';
import { registerMcp } from '../mcp/mcp-route.ts';
import type { Changes } from '../modules/changes.ts';
import { DeadKeys } from '../modules/channel/dead-keys.ts';
import { LedgerCheck } from '../modules/ledger/ledger-check.ts';
import { registerManagementApi } from '../modules/management-api.ts';
import { Options } from '../modules/option/options.ts';
import { OrderEvents } from '../modules/order/order-events.ts';
import { RecentQuestions } from '../modules/order/recent-questions.ts';
import { PlannedPrices } from '../modules/price/planned-prices.ts';
import { PriceListSchedule } from '../modules/price/price-schedule.ts';
import { SetUp } from '../modules/set-up/set-up.ts';
import { systemClock } from '../platform/clock.ts';
import { openDataFolder } from '../platform/files/data-folder.ts';
import { latestOf } from '../platform/latest-of.ts';
import type { Log } from '../platform/log.ts';
import { guardedFetch } from '../platform/net/guarded-fetch.ts';
import { StartError } from '../platform/start-error.ts';
import { TokenCounter } from '../platform/text/token-counter.ts';
import { RelayTraffic } from '../relay/call/relay-traffic.ts';
import { familyOfUnknown } from '../relay/clients/client-families.ts';
import { createExplaining } from '../relay/explain/explain-call.ts';
import { createModelQuestions } from '../relay/own-calls/ask-model.ts';
import { createChannelInquiries } from '../relay/own-calls/ask-upstream.ts';
import { createChannelTest } from '../relay/own-calls/test-channel.ts';
import { createQuoting } from '../relay/quote/quote-for-key.ts';
import type { RelayOptions } from '../relay/relay-deps.ts';
import { registerRelay } from '../relay/relay-routes.ts';
import { createAccountSearch } from '../relay/search/search-for-account.ts';
import { createTaskControl } from '../relay/tasks/control-tasks.ts';
import { searchSettingsOf } from '../search/web-search.ts';
import type { Settings } from '../settings/settings.ts';
import { buildGatewayCore, type GatewayCore } from './gateway-core.ts';
import { healthOf } from './health.ts';
import { idleMemoryJob } from './idle-memory.ts';
import { openSecretBox } from './open-secret-box.ts';

/** A stop waits this long for calls in flight, then aborts them. */
const DRAIN_MS = 30_000;
/** A stop waits this long for the database to take what the outbox holds; the rest is written at the next start. */
const SETTLE_MS = 10_000;
/** … and this long for connections to end, those of callers and those to the database. */
const CLOSE_MS = 3_000;
/** … and this long for jobs, from the signal on: a mail in progress has some seconds. */
const JOBS_MS = 8_000;

const consoleFolder = fileURLToPath(new URL('../../../console/dist', import.meta.url));

export interface Gateway {
  /** Address it listens on. */
  address: string;
  /** One-time code for the set-up, null once a root account exists. */
  setUpCode: string | null;
  /** Calls that are answered now. */
  callsInFlight(): number;
  /** Takes no new calls, lets those in flight end, writes everything down. */
  stop(): Promise<void>;
}

/**
 * Starts the whole product in this process.
 * @throws StartError with one sentence when it cannot start
 */
export async function startGateway(settings: Settings, log: Log): Promise<Gateway> {
  openDataFolder(settings.dataDir);
  const folderLock = lockDataFolder(settings.dataDir);
  const store = await openStore(settings);
  const secretBox = await openSecretBox(store.db, settings);
  const clock = systemClock;
  const options = new Options({ db: store.db, secretBox });
  await options.load();
  // They are asked for with every call.
  const relayOptions = latestOf((_version: number) => toRelayOptions(options));

  const jobRunner = new JobRunner({ db: store.db, clock, log });
  const deadKeys = new DeadKeys({
    ...{ db: store.db, clock, log, jobRunner },
    routingChanged: () => core.routing.reload(),
  });
  let isStopping = false;
  const tokenCounter = new TokenCounter();
  const core = await buildGatewayCore({
    settings,
    store,
    clock,
    secretBox,
    guardedFetch,
    tokenCounter,
    log,
    relayOptions: () => relayOptions(options.version),
    isStopping: () => isStopping,
    onDeadKey: (failure) => deadKeys.note(failure),
  });
  const telegramBot = new TelegramBot();
  const changes: Changes = {
    userChanged: (userId) => core.identities.forgetUser(userId),
    tokenChanged: (tokenId) => core.identities.forgetToken(tokenId),
    tokensChanged: (tokenIds) => core.identities.forgetTokens(tokenIds),
    routingChanged: () => core.routing.reload(),
    optionsChanged: () => void telegramBot.refresh(),
  };
  const ledgerCheck = await LedgerCheck.load({ db: store.db, clock, log, settings });
  const plannedPrices = await PlannedPrices.load({ db: store.db, clock, changes });
  const priceListSchedule = new PriceListSchedule({
    ...{ db: store.db, clock, changes, guardedFetch, jobRunner, log },
  });
  const moduleDeps = {
    ...{
      db: store.db,
      jobs: store.jobs,
      engine: store.engine,
      clock,
      secretBox,
      settings,
      options,
      changes,
      log,
    },
    quotaBook: core.quotaBook,
    countBook: core.countBook,
    callMeter: core.relay.callMeter,
    modelGaps: {
      unpriced: () => core.routing.current.unpricedModels(),
      isServed: (model: string) => core.routing.current.serves(model),
    },
    ledgerCheck,
    plannedPrices,
    priceListSchedule,
    jobRunner,
    orderEvents: new OrderEvents(store.db),
    orderQuestions: new RecentQuestions(clock),
    testChannel: createChannelTest({ upstreams: core.relay.upstreams, clock }),
    askModel: createModelQuestions({ upstreams: core.relay.upstreams, clock }),
    inquiries: createChannelInquiries({ upstreams: core.relay.upstreams }),
    restingKeys: (channelId: number) => core.relay.breakers.restsOf(channelId),
    health: core.relay.health,
    modelHours: core.relay.modelHours,
    explainCall: createExplaining(core.relay),
    quoteForKey: createQuoting(core.relay, store.db),
    searchForAccount: createAccountSearch(core.relay),
    guardedFetch,
    taskControl: createTaskControl(core.relay, core.taskLooks),
    telegramBot,
  };
  const setUp = await SetUp.start(moduleDeps);

  const server = createHttpServer({
    settings,
    clock,
    log,
    clientsOf: familyOfUnknown,
  });
  const traffic = new RelayTraffic();
  server.get('/healthz', () => healthOf({ ...core, ledgerCheck }));
  await registerManagementApi(server, { ...moduleDeps, setUp });
  registerTelegramWebhook(server, telegramBot);
  registerMcp(server, moduleDeps);
  await server.register((scope) => registerRelay(scope, { deps: core.relay, traffic }));
  await registerConsoleFiles(server, {
    folder: consoleFolder,
    hasTurnstile: () => options.flag('TurnstileCheckEnabled'),
  });
  const address = await listen(server, settings);
  jobRunner.add([
    ledgerCheckJob(ledgerCheck),
    plannedPriceJob({ plannedPrices, clock }),
    priceListJob(priceListSchedule),
    modelWatchJob(moduleDeps),
    mailJob(moduleDeps),
    notificationJob(moduleDeps),
    rejectedChargeJob({ ...moduleDeps, db: store.jobs }),
    digestJob({ ...moduleDeps, db: store.jobs }),
    channelBalanceJob(moduleDeps),
    lowBalanceJob({ ...moduleDeps, db: store.jobs }),
    orderJob(moduleDeps),
    reconciliationJob(moduleDeps),
    invoiceJob(moduleDeps),
    channelTestJob(moduleDeps),
    channelHealthJob({ ...core.relay, db: store.jobs, clock }),
    batchJob(core.relay),
    taskJob(core.taskLooks),
    taskNoticeJob(core.relay),
    taskCopyJob(core.relay),
    lostCopyJob(core.relay, log),
    budgetAlertJob({ ...moduleDeps, db: store.jobs }),
    budgetCleanUpJob({ db: store.jobs, clock }),
    keptAnswerCleanUpJob({ keptAnswers: core.relay.keptAnswers, db: store.jobs }),
    retentionJob({ jobs: store.jobs, options, clock, log, taskFiles: core.relay.taskFiles }),
    idleMemoryJob({
      clock,
      callsInFlight: () => traffic.count,
      callsSoFar: () => traffic.total,
      returnElsewhere: (how) => void store.returnMemory(how).catch(() => {}),
    }),
  ]);
  jobRunner.start();
  await telegramBot.start(moduleDeps);

  return {
    address,
    setUpCode: setUp.code,
    callsInFlight: () => traffic.count,
    async stop() {
      isStopping = true;
      ledgerCheck.stop();
      const jobsEnded = Promise.race([Promise.all([jobRunner.stop(), telegramBot.stop()]), pause(JOBS_MS)]);
      const closed = server.close();
      await Promise.race([waitUntil(() => traffic.count === 0), pause(DRAIN_MS)]);
      traffic.breakOffAll();
      await Promise.race([waitUntil(() => traffic.count === 0), pause(1_000)]);
      server.server.closeAllConnections();
      // Connections that changed to another protocol are not among those that were closed.
      await Promise.all([Promise.race([closed, pause(CLOSE_MS)]), jobsEnded]);
      await closeStorage(core, store);
      await tokenCounter.close();
      folderLock.release();
    },
  };
}

async function closeStorage(core: GatewayCore, store: Store): Promise<void> {
  await Promise.race([
    Promise.all([
      core.outbox.drainNow(),
      storeHealth(core.relay.health, store.jobs).catch(() => {}),
      storeModelHours(core.relay.modelHours, store.jobs).catch(() => {}),
    ]),
    pause(SETTLE_MS),
  ]);
  // A database that hangs does not keep the process: what is settled stands in the outbox.
  await Promise.race([core.close().then(() => store.close()), pause(CLOSE_MS)]);
}

const DEFAULT_MODEL_TOKENS: ModelTokens = { default: 8192 };

function toRelayOptions(options: Options): RelayOptions {
  return {
    retryTimes: options.number('RetryTimes'),
    retryTimeOutSeconds: options.number('RetryTimeOut'),
    retryCooldownSeconds: options.number('RetryCooldownSeconds'),
    firstTokenSeconds: options.number('FirstTokenSeconds'),
    retriesEmptyAnswers: options.flag('RetryEmptyAnswers'),
    disablesFailingKeys: options.flag('AutomaticDisableChannelEnabled'),
    disableKeywords: parseKeywords(options.text('DisableChannelKeywords')),
    defaultOutputTokens: options.number('DefaultOutputTokens'),
    holdWaitSeconds: options.number('HoldWaitSeconds'),
    stopsUnpaidAnswers: options.flag('StopUnpaidAnswers'),
    debtLimit: options.number('DebtLimit'),
    chargeAbandonedInput: options.flag('ChargeAbandonedInput'),
    chargeBrokenAnswers: options.flag('ChargeBrokenAnswers'),
    chargeFilteredAnswers: options.flag('ChargeFilteredAnswers'),
    chargeEmptyAnswers: options.flag('ChargeEmptyAnswers'),
    approximatesTokens: options.flag('ApproximateTokenEnabled'),
    isAnthropicOn: options.flag('ClaudeAPIEnabled'),
    isGoogleOn: options.flag('GeminiAPIEnabled'),
    anthropicMaxTokens: parseModelTokens(options.text('ClaudeDefaultMaxTokens')) ?? DEFAULT_MODEL_TOKENS,
    thinkingShare: options.number('ClaudeBudgetTokensPercentage'),
    keptAnswerDays: options.number('KeptAnswerDays'),
    modelFallbacks: parseModelFallbacks(options.text('ModelFallbacks')),
    contextFallbacks: parseModelFallbacks(options.text('ContextFallbacks')),
    filteredFallbacks: parseModelFallbacks(options.text('FilteredFallbacks')),
    cacheSeconds: options.number('CacheSeconds'),
    cacheHitPercent: options.number('CacheHitPercent'),
    unsafeWords: unsafeWordsOf(options),
    checksAnswers: unsafeWordsOf(options) !== null && options.flag('SafeAnswersEnabled'),
    webSearch: searchSettingsOf(options),
    searchPlanner: options.text('WebSearchPlannerModel').trim(),
    openObjectClasses: parseObjectClasses(options.text('OpenObjectClasses')) ?? new Set(),
    keepsMidjourneyHooks: options.flag('MjNotifyEnabled'),
    siteAddress: options.text('ServerAddress').replace(/\/+$/, ''),
    mediaWorker:
      options.text('CFWorkerImageUrl') === ''
        ? null
        : { address: options.text('CFWorkerImageUrl'), key: options.text('CFWorkerImageKey') },
    mediaProxy: options.text('ChatImageRequestProxy'),
    taskStorage: {
      place: taskStorages.find((place) => place === options.text('TaskStorage')) ?? 'off',
      days: options.number('TaskStorageDays'),
      maxBytes: options.number('TaskStorageMegabytes') * 2 ** 20,
      bucket: {
        address: options.text('TaskS3Address'),
        region: options.text('TaskS3Region'),
        accessKeyId: options.text('TaskS3AccessKeyId'),
        secretKey: options.text('TaskS3SecretKey'),
      },
    },
  };
}

function unsafeWordsOf(options: Options): string | null {
  const isOn = options.flag('EnableSafe') && options.text('SafeToolName') === 'Keyword';
  return isOn ? options.text('SafeKeyWords') : null;
}

type HttpServer = ReturnType<typeof createHttpServer>;

async function listen(server: HttpServer, { host, port }: Settings): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} is in use; set PORT to another one.`, { cause });
    }
    if (code === 'EACCES') throw new StartError(`Port ${port} may not be used by this account.`, { cause });
    throw new StartError(`Cannot listen on ${host}:${port}: ${code ?? cause}`, { cause });
  }
  const address = server.server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${listening}`;
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}
