import type { JobView } from '@turnpike/contract';
import type { QuotaBook } from '../billing/quota-book.ts';
import type { MigrationEngine } from '../db/migration-columns.ts';
import type { Db } from '../db/store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { GuardedFetch } from '../platform/net/guarded-fetch.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Settings } from '../settings/settings.ts';
import type { ModelGaps } from './attention/model-gaps.ts';
import type { Changes } from './changes.ts';
import type { ChannelInquiries } from './channel/channel-inquiries.ts';
import type { AskModel } from './channel/checked-model.ts';
import type { ExplainCall } from './channel/explained-call.ts';
import type { HealthSource } from './channel/health-source.ts';
import type { RestingKeys } from './channel/resting-key.ts';
import type { TestChannel } from './channel/tested-channel.ts';
import type { LedgerCheck } from './ledger/ledger-check.ts';
import type { Options } from './option/options.ts';
import type { OrderEvents } from './order/order-events.ts';
import type { RecentQuestions } from './order/recent-questions.ts';
import type { PlannedPrices } from './price/planned-prices.ts';
import type { PriceListSchedule } from './price/price-schedule.ts';
import type { QuoteForKey } from './quote/quote-key.ts';
import type { CallMeter } from './statistics/call-rate.ts';
import type { TelegramControl } from './telegram/telegram-control.ts';

/** Everything that the management modules use. */
export interface ModuleDeps {
  db: Db;
  /** For work that may take longer than somebody waits for an answer. */
  jobs: Db;
  engine: MigrationEngine;
  clock: Clock;
  secretBox: SecretBox;
  quotaBook: QuotaBook;
  changes: Changes;
  options: Options;
  settings: Pick<Settings, 'rootAccount'>;
  testChannel: TestChannel;
  askModel: AskModel;
  inquiries: ChannelInquiries;
  restingKeys: RestingKeys;
  health: HealthSource;
  explainCall: ExplainCall;
  quoteForKey: QuoteForKey;
  guardedFetch: GuardedFetch;
  callMeter: CallMeter;
  modelGaps: ModelGaps;
  ledgerCheck: LedgerCheck;
  plannedPrices: PlannedPrices;
  priceListSchedule: PriceListSchedule;
  orderEvents: OrderEvents;
  orderQuestions: RecentQuestions;
  jobRunner: { list(): Promise<JobView[]>; runSoon(name: string): void };
  telegramBot: TelegramControl;
  log: Log;
}
