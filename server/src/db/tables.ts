import type {
  BatchTable,
  CopyToDeleteTable,
  KeptAnswerTable,
  KeptObjectTable,
  LedgerAccountTable,
  LedgerCheckTable,
  LedgerClosingTable,
  LedgerTable,
  LogTable,
  OutboxPositionTable,
  RefusedCallTable,
  RejectedSettlementTable,
  TaskTable,
} from './tables/call-tables.ts';
import type {
  NotificationDeliveryTable,
  NotificationTable,
  NotificationTargetTable,
} from './tables/notification-tables.ts';
import type {
  AccessTokenTable,
  AuthenticatorTable,
  BudgetTable,
  BudgetUseTable,
  IdentityTable,
  InvitationRewardTable,
  InviteCodeTable,
  OneTimeTokenTable,
  PasskeyTable,
  PersonHashTable,
  RecoveryCodeTable,
  SessionTable,
  SignInNetworkTable,
  TokenTable,
  UserGroupTable,
  UserTable,
} from './tables/people-tables.ts';
import type {
  ChannelHealthHourTable,
  ChannelKeyTable,
  ChannelTable,
  ChannelTestRunTable,
  ChannelTestTable,
  ModelHealthHourTable,
  ModelOwnerTable,
  PlannedPriceTable,
  PriceChangeTable,
  PriceScheduleTable,
  PriceTable,
  PriceVersionTable,
} from './tables/routing-tables.ts';
import type {
  AccountTable,
  InvoiceLineTable,
  InvoiceMonthTable,
  InvoiceTable,
  OrderEventTable,
  OrderRefundTable,
  OrderTable,
  PaymentStatementTable,
  PaymentTable,
  RedemptionTable,
  RedemptionUseTable,
} from './tables/selling-tables.ts';
import type {
  JobTable,
  MailTable,
  OptionTable,
  PictureTable,
  TelegramLinkTable,
  TelegramMenuTable,
} from './tables/site-tables.ts';
import type {
  StatisticsHourTable,
  StatisticsKeyDayTable,
  StatisticsKeyHourTable,
  StatisticsKeyMonthTable,
} from './tables/usage-tables.ts';

/**
 * Stored rows. Both engines have the same columns. Whole numbers are 64-bit integers, read as safe integers.
 * Switches are 0 and 1, decimals and JSON are text, and times are seconds since 1970, UTC.
 */
export interface Tables {
  users: UserTable;
  user_groups: UserGroupTable;
  sessions: SessionTable;
  access_tokens: AccessTokenTable;
  identities: IdentityTable;
  one_time_tokens: OneTimeTokenTable;
  authenticators: AuthenticatorTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  sign_in_networks: SignInNetworkTable;
  tokens: TokenTable;
  invite_codes: InviteCodeTable;
  invitation_rewards: InvitationRewardTable;
  redemptions: RedemptionTable;
  redemption_uses: RedemptionUseTable;
  accounts: AccountTable;
  payments: PaymentTable;
  orders: OrderTable;
  order_events: OrderEventTable;
  order_refunds: OrderRefundTable;
  payment_statements: PaymentStatementTable;
  invoices: InvoiceTable;
  invoice_lines: InvoiceLineTable;
  invoice_months: InvoiceMonthTable;
  person_hashes: PersonHashTable;
  channels: ChannelTable;
  channel_health_hours: ChannelHealthHourTable;
  channel_keys: ChannelKeyTable;
  channel_tests: ChannelTestTable;
  channel_test_run: ChannelTestRunTable;
  model_health_hours: ModelHealthHourTable;
  prices: PriceTable;
  price_changes: PriceChangeTable;
  price_versions: PriceVersionTable;
  planned_prices: PlannedPriceTable;
  price_schedules: PriceScheduleTable;
  model_owners: ModelOwnerTable;
  options: OptionTable;
  pictures: PictureTable;
  logs: LogTable;
  ledger: LedgerTable;
  ledger_accounts: LedgerAccountTable;
  ledger_closings: LedgerClosingTable;
  ledger_checks: LedgerCheckTable;
  statistics_hours: StatisticsHourTable;
  statistics_key_hours: StatisticsKeyHourTable;
  statistics_key_days: StatisticsKeyDayTable;
  statistics_key_months: StatisticsKeyMonthTable;
  outbox_positions: OutboxPositionTable;
  rejected_settlements: RejectedSettlementTable;
  kept_objects: KeptObjectTable;
  kept_answers: KeptAnswerTable;
  batches: BatchTable;
  copies_to_delete: CopyToDeleteTable;
  tasks: TaskTable;
  refused_calls: RefusedCallTable;
  budgets: BudgetTable;
  budget_uses: BudgetUseTable;
  jobs: JobTable;
  mails: MailTable;
  notification_targets: NotificationTargetTable;
  notifications: NotificationTable;
  notification_deliveries: NotificationDeliveryTable;
  telegram_links: TelegramLinkTable;
  telegram_menus: TelegramMenuTable;
}
