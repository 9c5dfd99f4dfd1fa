import { join } from 'node:path';
import { HeldWork } from '../billing/held-work.ts';
import type { Store } from '../db/store.ts';
import { RoutingTable } from '../modules/routing/routing-table.ts';
import type { Clock } from '../platform/clock.ts';
import { SoundLength } from '../platform/files/sound-length.ts';
import type { Log } from '../platform/log.ts';
import type { GuardedFetch } from '../platform/net/guarded-fetch.ts';
import { createUpstreamClient } from '../platform/net/upstream-client.ts';
import { OpenCounts } from '../platform/open-counts.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Counting } from '../platform/text/token-counter.ts';
import { KeyBalances } from '../relay/balance/key-balances.ts';
import { Batches } from '../relay/batches/batches.ts';
import { BodyBudget } from '../relay/body/body-budget.ts';
import { RecordedBytes } from '../relay/cached/answer-recorder.ts';
import { MemoryStore } from '../relay/cached/memory-store.ts';
import { RedisStore } from '../relay/cached/redis-store.ts';
import { CallMeter } from '../relay/call/call-meter.ts';
import { Signing } from '../relay/channel/signing.ts';
import { KeptAnswers } from '../relay/kept/kept-answers.ts';
import { KeptObjects } from '../relay/kept/kept-objects.ts';
import { KeptThinking } from '../relay/kept/kept-thinking.ts';
import { Affinity } from '../relay/learned/affinity.ts';
import { Breakers } from '../relay/learned/breakers.ts';
import { ChannelHealth } from '../relay/learned/channel-health.ts';
import { ContextLimits } from '../relay/learned/context-limits.ts';
import { ModelHours } from '../relay/learned/model-hours.ts';
import { LearnedTraits } from '../relay/learned/model-traits.ts';
import { CallLimiter } from '../relay/limits/call-limiter.ts';
import { HedgeBudgets } from '../relay/limits/hedge-budgets.ts';
import { RefusedCalls } from '../relay/refusals/refused-calls.ts';
import type { RelayDeps, RelayOptions } from '../relay/relay-deps.ts';
import { IdentityDirectory } from '../relay/rights/identity-directory.ts';
import { SafetyCheck } from '../relay/safety/safety-check.ts';
import { DueTasks } from '../relay/tasks/due-tasks.ts';
import { TaskLooks } from '../relay/tasks/look-at-tasks.ts';
import { OpenTasks } from '../relay/tasks/open-tasks.ts';
import { TaskChanges } from '../relay/tasks/task-changes.ts';
import { TaskChannels } from '../relay/tasks/task-channels.ts';
import { TaskCopies } from '../relay/tasks/task-copies.ts';
import { TaskEnds } from '../relay/tasks/task-ends.ts';
import { TaskLinks } from '../relay/tasks/task-links.ts';
import { TaskNotices } from '../relay/tasks/task-notices.ts';
import { Tasks } from '../relay/tasks/tasks.ts';
import type { Settings } from '../settings/settings.ts';
import { type Books, openBooks } from './open-books.ts';

/** Sockets that one user may have open. */
const MAX_SESSIONS = 100;

/** Space that uploads leave on the disk, for the database and what else is there. */
const UPLOAD_RESERVE_BYTES = 512 * 2 ** 20;

/** The parts that money and relayed calls go through, joined. */
export interface GatewayCore extends Books {
  relay: RelayDeps;
  taskLooks: TaskLooks;
  routing: RoutingTable;
  identities: IdentityDirectory;
  close(): Promise<void>;
}

/** Joins the parts that money and relayed calls go through. */
export async function buildGatewayCore({
  settings,
  store,
  clock,
  secretBox,
  guardedFetch,
  tokenCounter,
  log,
  relayOptions,
  isStopping,
  onDeadKey,
}: {
  settings: Settings;
  store: Store;
  clock: Clock;
  secretBox: SecretBox;
  guardedFetch: GuardedFetch;
  /** The module that opened the counter closes it. */
  tokenCounter: Counting;
  log: Log;
  relayOptions: () => RelayOptions;
  isStopping: () => boolean;
  onDeadKey: RelayDeps['onDeadKey'];
}): Promise<GatewayCore> {
  const { db } = store;
  const { quotaBook, countBook, outbox, rejected } = await openBooks({ settings, store, clock, log });
  const callSeconds = Math.ceil(settings.timeouts.totalMs / 1000);
  const routing = new RoutingTable({ db, secretBox, log, clock, countBook, callSeconds });
  await routing.reload();
  const identities = new IdentityDirectory({ db, clock });
  const upstreams = createUpstreamClient(settings.timeouts);
  const soundLength = new SoundLength();
  const refusedCalls = new RefusedCalls({
    ...{ db, clock },
    onFailure: (cause) => log.warn({ cause: String(cause) }, 'counts of refused calls could not be written'),
  });
  const keptAnswers = new KeptAnswers({
    ...{ db, clock, secretBox, days: () => relayOptions().keptAnswerDays },
    onFailure: (cause) => log.warn({ cause: String(cause) }, 'answers could not be kept'),
  });
  const debtLimit = () => relayOptions().debtLimit;
  const batches = new Batches({ db, clock, quotaBook, countBook, debtLimit });
  await batches.setAllAside();
  const taskFiles = new TaskCopies({
    ...{ db, folder: join(settings.dataDir, 'results'), upstreams, clock },
    settings: () => relayOptions().taskStorage,
  });
  const tasks = new Tasks({ db, clock, copies: taskFiles });
  const taskChanges = new TaskChanges();
  const taskDeps = {
    db,
    clock,
    held: new HeldWork({ quotaBook, countBook, debtLimit }),
    changes: taskChanges,
  };
  const openTasks = new OpenTasks(taskDeps);
  await openTasks.holdAllAgain();
  const answers =
    settings.redisUrl === null
      ? new MemoryStore(clock, { capacityBytes: settings.cacheMemoryBytes })
      : await RedisStore.open(settings.redisUrl, { secretBox, clock, log });
  const relay: RelayDeps = {
    clock,
    identities,
    limiter: new CallLimiter(clock),
    openSessions: new OpenCounts(MAX_SESSIONS),
    refusedCalls,
    callMeter: new CallMeter(clock),
    keyBalances: new KeyBalances(db, quotaBook),
    routing,
    quotaBook,
    countBook,
    outbox,
    keptObjects: new KeptObjects({ db, clock, outbox }),
    keptAnswers,
    batches,
    tasks,
    openTasks,
    taskEnds: new TaskEnds({ ...taskDeps, tasks, copies: taskFiles }),
    taskChanges,
    dueTasks: new DueTasks({ db, clock, copies: taskFiles }),
    taskChannels: new TaskChannels({ db, secretBox, routing, clock }),
    taskFiles,
    taskLinks: new TaskLinks({ secretBox, clock, siteAddress: () => relayOptions().siteAddress }),
    taskNotices: new TaskNotices({ secretBox, guardedFetch, clock }),
    keptThinking: new KeptThinking(clock),
    upstreams,
    signing: new Signing({ upstreams, clock }),
    guardedFetch,
    breakers: new Breakers(clock),
    health: new ChannelHealth(clock),
    modelHours: new ModelHours(clock),
    affinity: new Affinity(clock),
    safetyCheck: new SafetyCheck(),
    answerCache: {
      store: answers,
      recorded: new RecordedBytes(),
    },
    contextLimits: new ContextLimits(clock),
    hedgeBudgets: new HedgeBudgets(),
    tokenCounter: countingUnless(() => relayOptions().approximatesTokens, tokenCounter),
    traits: new LearnedTraits(),
    bodyLimitBytes: settings.bodyLimitBytes,
    bodyBudget: new BodyBudget({
      processBytes: settings.bodyMemoryBytes,
      largestBodyBytes: settings.bodyLimitBytes,
    }),
    uploads: {
      place: { folder: join(settings.dataDir, 'uploads'), reserveBytes: UPLOAD_RESERVE_BYTES },
      limitBytes: settings.uploadLimitBytes,
      budget: new BodyBudget({
        processBytes: settings.uploadSpaceBytes,
        largestBodyBytes: settings.uploadLimitBytes,
      }),
    },
    soundLength,
    timeouts: settings.timeouts,
    options: relayOptions,
    report: ({ requestId, message, cause }) =>
      log.warn({ request_id: requestId, cause: String(cause ?? '') }, message),
    isStopping,
    onDeadKey,
  };
  return {
    quotaBook,
    countBook,
    outbox,
    rejected,
    routing,
    identities,
    relay,
    taskLooks: new TaskLooks(relay),
    async close() {
      await Promise.all([refusedCalls.close(), keptAnswers.close()]);
      await outbox.close();
      await Promise.all([upstreams.close(), soundLength.close(), answers.close()]);
    },
  };
}

/** Counts nothing while texts are only estimated. */
const countingUnless = (isOff: () => boolean, counter: Counting): Counting => ({
  count: async (source) => (isOff() ? null : counter.count(source)),
  measure: async (source) => (isOff() ? null : counter.measure(source)),
});
