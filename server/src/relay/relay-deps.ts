import type { ModelFallbacks, ModelTokens, ObjectClass } from '@turnpike/contract';
import type { CountBook } from '../billing/count-book.ts';
import type { Outbox } from '../billing/outbox.ts';
import type { QuotaBook } from '../billing/quota-book.ts';
import type { RoutingTable } from '../modules/routing/routing-table.ts';
import type { Clock } from '../platform/clock.ts';
import type { SoundLength } from '../platform/files/sound-length.ts';
import type { GuardedFetch } from '../platform/net/guarded-fetch.ts';
import type { UpstreamClient } from '../platform/net/upstream-client.ts';
import type { OpenCounts } from '../platform/open-counts.ts';
import type { Counting } from '../platform/text/token-counter.ts';
import type { SearchSettings } from '../search/search-engine.ts';
import type { RelayTimeouts } from '../settings/settings.ts';
import type { KeyBalances } from './balance/key-balances.ts';
import type { Batches } from './batches/batches.ts';
import type { BodyBudget } from './body/body-budget.ts';
import type { UploadPlace } from './body/upload-spool.ts';
import type { RecordedBytes } from './cached/answer-recorder.ts';
import type { AnswerStore } from './cached/cached-answer.ts';
import type { CallMeter } from './call/call-meter.ts';
import type { Signing } from './channel/signing.ts';
import type { KeptAnswers } from './kept/kept-answers.ts';
import type { KeptObjects } from './kept/kept-objects.ts';
import type { KeptThinking } from './kept/kept-thinking.ts';
import type { Affinity } from './learned/affinity.ts';
import type { Breakers } from './learned/breakers.ts';
import type { ChannelHealth } from './learned/channel-health.ts';
import type { ContextLimits } from './learned/context-limits.ts';
import type { ModelHours } from './learned/model-hours.ts';
import type { LearnedTraits } from './learned/model-traits.ts';
import type { CallLimiter } from './limits/call-limiter.ts';
import type { HedgeBudgets } from './limits/hedge-budgets.ts';
import type { RefusedCalls } from './refusals/refused-calls.ts';
import type { IdentityDirectory } from './rights/identity-directory.ts';
import type { SafetyCheck } from './safety/safety-check.ts';
import type { DueTasks } from './tasks/due-tasks.ts';
import type { OpenTasks } from './tasks/open-tasks.ts';
import type { TaskChanges } from './tasks/task-changes.ts';
import type { TaskChannels } from './tasks/task-channels.ts';
import type { StorageSettings, TaskCopies } from './tasks/task-copies.ts';
import type { TaskEnds } from './tasks/task-ends.ts';
import type { TaskLinks } from './tasks/task-links.ts';
import type { TaskNotices } from './tasks/task-notices.ts';
import type { Tasks } from './tasks/tasks.ts';

/** Run-time options that the relay reads; they change while it runs. */
export interface RelayOptions {
  /** Further channels that a call may be tried on. */
  retryTimes: number;
  /** No further try after this long. */
  retryTimeOutSeconds: number;
  retryCooldownSeconds: number;
  /** A stream that does not begin in this time is tried on another channel; 0: never. */
  firstTokenSeconds: number;
  /** An answer with nothing in it is tried on another channel. */
  retriesEmptyAnswers: boolean;
  /** A key that its upstream refuses is turned off. */
  disablesFailingKeys: boolean;
  /** Texts of upstreams' errors that mean a refused key, in lower case. */
  disableKeywords: readonly string[];
  /** Output tokens to hold for a call whose caller names no limit, of a model that too little is known of. */
  defaultOutputTokens: number;
  /** A call waits this long where only other calls' holds stand in its way. */
  holdWaitSeconds: number;
  /** A caller who leaves before the first text of an answer pays the input that an upstream has taken. */
  chargeAbandonedInput: boolean;
  /** An answer that aborted after text had left, not by its caller or the total limit, is paid up to there. */
  chargeBrokenAnswers: boolean;
  /** An answer that a filter withheld costs what its upstream says. */
  chargeFilteredAnswers: boolean;
  /** An answer with nothing in it and without usage costs its input. */
  chargeEmptyAnswers: boolean;
  /** Points that a balance may owe. */
  debtLimit: number;
  /** Texts are not counted where the upstream says no usage, but estimated by their bytes. */
  approximatesTokens: boolean;
  /** A streamed answer ends where its payers have no more; else it goes on. */
  stopsUnpaidAnswers: boolean;
  /** Whether the addresses of Anthropic's and Google's APIs answer. */
  isAnthropicOn: boolean;
  isGoogleOn: boolean;
  /** Output tokens by models of Anthropic's API, where a caller of another one named none. */
  anthropicMaxTokens: ModelTokens;
  /** Part of an answer's bound that thinking may take where a caller named no budget; up to 1. */
  thinkingShare: number;
  /** Answers that the gateway wrote as responses are kept for so long; 0 keeps none. */
  keptAnswerDays: number;
  /** Models that answer, in order, where no channel can serve a model. */
  modelFallbacks: ModelFallbacks;
  /** The same where a request is too long for a model. */
  contextFallbacks: ModelFallbacks;
  /** The same where a filter withheld the answer of a model. */
  filteredFallbacks: ModelFallbacks;
  /** Answers to calls of keys that cache are kept for so long; 0: none are. */
  cacheSeconds: number;
  /** Part of its price that a cached answer costs, up to 100. */
  cacheHitPercent: number;
  /** Words that no request may have, one per line; null while requests are not checked. */
  unsafeWords: string | null;
  /** Answers are checked too. */
  checksAnswers: boolean;
  /** The engine for calls of `model#search`; null while it is off. */
  webSearch: SearchSettings | null;
  /** Model that decides what to search; empty: that of the call. */
  searchPlanner: string;
  /** Classes of what vendors keep that every user may use. */
  openObjectClasses: ReadonlySet<ObjectClass>;
  /** The addresses in `notifyHook` of requests to Midjourney are notified. */
  keepsMidjourneyHooks: boolean;
  /** Where callers and vendors reach the site; empty if that is not set. */
  siteAddress: string;
  taskStorage: StorageSettings;
  /** Fetches media that callers name by their addresses; null: none does. */
  mediaWorker: { address: string; key: string } | null;
  /** Through which such media is fetched; empty: straight. */
  mediaProxy: string;
}

/** A failure of a channel's account. */
export interface DeadKey {
  channelId: number;
  /** 0: the channel has no key. */
  keyId: number;
  /** Catalogue code. */
  code: string;
}

/** Everything that a relayed call uses. */
export interface RelayDeps {
  clock: Clock;
  identities: IdentityDirectory;
  limiter: CallLimiter;
  /** Sockets of each user. */
  openSessions: OpenCounts;
  callMeter: CallMeter;
  keyBalances: KeyBalances;
  refusedCalls: RefusedCalls;
  routing: RoutingTable;
  quotaBook: QuotaBook;
  countBook: CountBook;
  outbox: Outbox;
  keptObjects: KeptObjects;
  keptAnswers: KeptAnswers;
  batches: Batches;
  tasks: Tasks;
  openTasks: OpenTasks;
  taskEnds: TaskEnds;
  taskChanges: TaskChanges;
  dueTasks: DueTasks;
  taskChannels: TaskChannels;
  taskFiles: TaskCopies;
  taskLinks: TaskLinks;
  taskNotices: TaskNotices;
  keptThinking: KeptThinking;
  upstreams: UpstreamClient;
  signing: Signing;
  guardedFetch: GuardedFetch;
  breakers: Breakers;
  health: ChannelHealth;
  modelHours: ModelHours;
  affinity: Affinity;
  safetyCheck: SafetyCheck;
  answerCache: { store: AnswerStore; recorded: RecordedBytes };
  contextLimits: ContextLimits;
  hedgeBudgets: HedgeBudgets;
  tokenCounter: Counting;
  /** Learned properties of upstream models. */
  traits: LearnedTraits;
  bodyLimitBytes: number;
  bodyBudget: BodyBudget;
  uploads: { place: UploadPlace; limitBytes: number; budget: BodyBudget };
  soundLength: SoundLength;
  timeouts: RelayTimeouts;
  options(): RelayOptions;
  /** A key will not work again by itself. */
  onDeadKey(failure: DeadKey): void;
  /** Something that an operator should read about a call. */
  report(event: { requestId: string; message: string; cause?: unknown }): void;
  isStopping(): boolean;
}
