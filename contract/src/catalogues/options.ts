import { languages } from '../entities/site.ts';
import { isPictureAddress } from '../picture-address.ts';
import { hasControlCharacters } from '../text.ts';
import { bonusTable, discountTable, parseAmountTable } from '../top-up-price.ts';
import { chatLinkIssue, chatLinksIssue, defaultChatLinks } from './chat-links.ts';
import { modelFallbacksIssue } from './model-fallbacks.ts';
import { parseModelTokens } from './model-tokens.ts';
import { parseObjectClasses } from './object-classes.ts';
import { MAX_POINTS, POINTS_PER_USD } from './point-amounts.ts';
import { taskStorages } from './task-storage.ts';
import { MAX_SEARCH_RESULTS, searchEngines } from './web-search.ts';

/** One run-time setting. Values are texts everywhere, as in one-hub; `kind` says what a text must be. */
export interface OptionRule {
  kind:
    | 'text'
    | 'address'
    | 'base-address'
    | 'picture'
    | 'flag'
    | 'whole'
    | 'number'
    | 'chat-link'
    | 'chat-links'
    | 'model-tokens'
    | 'model-fallbacks'
    | 'object-classes'
    | 'discounts'
    | 'bonuses';
  initial: string;
  min?: number;
  max?: number;
  choices?: readonly string[];
  /** Form of a text that is not empty, and the code of one that differs. */
  form?: { pattern: RegExp; issue: string };
  /** Never answered, sealed in the database. */
  isSecret?: true;
  /** A filter that a reader could circumvent, so only root can read it. */
  isForRoot?: true;
  /** No code reads it yet: hidden in the console, refused on writing. The mark goes with its first reader. */
  awaits?: true;
}

const text = (initial = ''): OptionRule => ({ kind: 'text', initial });
const address = (): OptionRule => ({ kind: 'address', initial: '' });
/** Paths are appended to it. */
const baseAddress = (): OptionRule => ({ kind: 'base-address', initial: '' });
const picture = (): OptionRule => ({ kind: 'picture', initial: '' });
const secret = (form?: OptionRule['form']): OptionRule => ({
  kind: 'text',
  initial: '',
  isSecret: true,
  ...(form && { form }),
});
const flag = (initial: boolean): OptionRule => ({ kind: 'flag', initial: String(initial) });
const whole = (initial: number, { min = 0, max = 2 ** 52 } = {}): OptionRule => ({
  kind: 'whole',
  initial: String(initial),
  min,
  max,
});
const number = (initial: number, { min = 0, max = 1e9 } = {}): OptionRule => ({
  kind: 'number',
  initial: String(initial),
  min,
  max,
});

/** Lists of models by model, as JSON. */
const modelFallbacks = (): OptionRule => ({ kind: 'model-fallbacks', initial: '{}' });

/** Tools that check the texts of requests. */
export const safeTools = ['Keyword'] as const;

const awaits = (rule: OptionRule): OptionRule => ({ ...rule, awaits: true });

const mailDomains =
  'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com';

/** One text per line, in lower case; empty lines are left out. */
export const parseKeywords = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Texts in an upstream's error that mean: this key will not work again by itself. */
const hopelessKeyTexts = [
  'Your credit balance is too low',
  'This organization has been disabled',
  'You exceeded your current quota',
  'Permission denied',
  'Account is suspended',
];

/** Every option there is. Source: docs/reference/compatibility.md, "Options". */
export const optionCatalogue = {
  // Sign-in
  PasswordLoginEnabled: flag(true),
  PasswordRegisterEnabled: flag(true),
  RegisterEnabled: flag(true),
  EmailVerificationEnabled: flag(false),
  GitHubOAuthEnabled: flag(false),
  WeChatAuthEnabled: flag(false),
  LarkAuthEnabled: flag(false),
  OIDCAuthEnabled: flag(false),
  /** Ours. */
  TelegramOAuthEnabled: flag(false),
  /** Roles whose accounts need an authenticator app or a passkey. Ours. */
  SecondFactorRequired: {
    kind: 'text',
    initial: 'nobody',
    choices: ['nobody', 'administrators', 'everyone'],
  },
  /** Registration needs a code of a user or one that an administrator made. Ours. */
  InvitationRequired: flag(false),
  TurnstileCheckEnabled: flag(false),
  EmailDomainRestrictionEnabled: flag(false),
  EmailDomainWhitelist: text(mailDomains),
  /** Refuses second names of one mailbox: `+` in front of the @, and at Gmail dots. */
  EmailAliasRestrictionEnabled: flag(false),
  // Mail
  SMTPServer: text(),
  SMTPPort: whole(587, { min: 1, max: 65_535 }),
  SMTPAccount: text(),
  /** Empty: the account. */
  SMTPFrom: text(),
  SMTPToken: secret(),
  // External sign-in
  GitHubClientId: text(),
  GitHubClientSecret: secret(),
  /** Feishu and Lark have separate accounts and addresses. Ours. */
  LarkService: { ...text('feishu'), choices: ['feishu', 'lark'] },
  LarkClientId: text(),
  LarkClientSecret: secret(),
  OIDCClientId: text(),
  OIDCClientSecret: secret(),
  OIDCIssuer: address(),
  /** The issuer may be in a private network. Ours. */
  OIDCAllowPrivate: flag(false),
  OIDCScopes: text('openid,profile,email'),
  OIDCUsernameClaims: text('preferred_username'),
  /** The bot's. Ours, as its secret. */
  TelegramClientId: text(),
  TelegramClientSecret: secret(),
  WeChatServerAddress: baseAddress(),
  WeChatServerToken: secret(),
  /** The server may be in a private network. Ours. */
  WeChatAllowPrivate: flag(false),
  WeChatAccountQRCodeImageURL: picture(),
  TurnstileSiteKey: text(),
  TurnstileSecretKey: secret(),
  // Site
  SystemName: text('Turnpike'),
  Language: { ...text(languages[0]), choices: languages },
  Logo: picture(),
  Footer: text(),
  Notice: text(),
  About: text(),
  HomePageContent: text(),
  TopUpLink: address(),
  /** Comes before `ChatLinks` in the menu of a key, without a name. */
  ChatLink: { kind: 'chat-link', initial: '' },
  ChatLinks: { kind: 'chat-links', initial: JSON.stringify(defaultChatLinks, null, 2) },
  /** Empty: the address that a person uses. */
  ServerAddress: baseAddress(),
  // Quota
  QuotaForNewUser: whole(0),
  MaxTokensPerUser: whole(1000, { min: 1, max: 100_000 }),
  /** Keys that an account may make within an hour; 0: any number. Ours. */
  TokensPerHour: whole(0, { max: 100_000 }),
  QuotaForInviter: whole(0, { max: MAX_POINTS }),
  QuotaForInvitee: whole(0, { max: MAX_POINTS }),
  /** Percent of every payment that the buyer's inviter gets. Ours. */
  RechargeRebatePercent: number(0, { max: 100 }),
  /** Points that an inviter gets for the first payment of an invited person. Ours. */
  FirstRechargeReward: whole(0, { max: MAX_POINTS }),
  /** An account below this balance gets one reminder, until its balance rises above; 0 disables reminders. */
  QuotaRemindThreshold: whole(1000),
  /** Credit at a vendor, in its currency, below which administrators are notified; 0 disables it. Ours. */
  ChannelBalanceRemindThreshold: number(0),
  /** A caller who leaves before the answer pays the input that an upstream has taken. Ours. */
  ChargeAbandonedInput: flag(true),
  /** An answer that its upstream, a silence or a stop of the gateway aborted is paid as far as it was delivered. Ours. */
  ChargeBrokenAnswers: flag(true),
  /** An answer that a filter withheld costs what its upstream says; off: nothing. Ours. */
  ChargeFilteredAnswers: flag(true),
  /** An answer with nothing in it, of which the upstream says no usage, costs its input. Ours. */
  ChargeEmptyAnswers: flag(false),
  /** The value of a point is fixed. Otherwise stored amounts would change their meaning. */
  QuotaPerUnit: number(POINTS_PER_USD, { min: POINTS_PER_USD, max: POINTS_PER_USD }),
  DisplayInCurrencyEnabled: flag(true),
  ApproximateTokenEnabled: flag(false),
  /** Classes of what vendors keep that every user may use, by comma; each needs a price too. Ours. */
  OpenObjectClasses: { kind: 'object-classes', initial: '' },
  /** Answers of keys that cache are kept for so many seconds; 0: none are. Ours, as the next one. */
  CacheSeconds: whole(3600, { max: 30 * 86_400 }),
  /** Part of its price that a cached answer costs. */
  CacheHitPercent: whole(0, { max: 100 }),
  /** Days for which the gateway keeps the answers that it wrote as responses, for calls that name their items. Ours. */
  KeptAnswerDays: whole(7, { max: 3_650 }),
  // Keeping; 0 keeps all. The first is done-hub's, the others are ours.
  LogAutoDeleteDays: whole(0, { max: 36_500 }),
  LogAutoDeleteRows: whole(0),
  RefusedCallDays: whole(30, { max: 36_500 }),
  RefusedCallRows: whole(100_000),
  // Channels
  /** A key that its provider refuses is turned off; a channel without a key that works, or with a failed test, too. */
  AutomaticDisableChannelEnabled: flag(false),
  /** Channels and keys that the gateway turned off are tested, and turned on when they pass. */
  AutomaticEnableChannelEnabled: flag(false),
  /** Seconds that a scheduled test may take; 0: any. */
  ChannelDisableThreshold: number(5, { max: 3600 }),
  /** Minutes between tests of enabled channels, and of those that the gateway turned off; 0: none. Ours. */
  ChannelTestMinutes: whole(0, { max: 10_080 }),
  DisabledChannelTestMinutes: whole(10, { max: 10_080 }),
  /** Everybody may see the status of the public models. Ours. */
  ModelStatusPageEnabled: flag(false),
  // One-hub's default is 0; a gateway that gives up at the first failure is not what it is for.
  RetryTimes: whole(3, { max: 100 }),
  /** Output tokens held for a call whose caller names no limit. Ours. */
  DefaultOutputTokens: whole(4096, { min: 1, max: 10_000_000 }),
  /** A call waits this long for points that other calls of its payers hold. Ours. */
  HoldWaitSeconds: whole(5, { max: 60 }),
  /** A streamed answer without a limit ends where its payers have no more; off: it goes on. Ours. */
  StopUnpaidAnswers: flag(true),
  /** Points that a balance may owe for calls that cost more than was left; the next credit pays them. Ours. */
  DebtLimit: whole(0, { max: MAX_POINTS }),
  RetryCooldownSeconds: whole(5, { max: 86_400 }),
  RetryTimeOut: whole(10, { max: 3600 }),
  /** Seconds after which a stream that has not begun is tried on another channel; 0: never. Ours. */
  FirstTokenSeconds: whole(0, { max: 3600 }),
  /** An answer with nothing in it is tried on another channel. Ours. */
  RetryEmptyAnswers: flag(false),
  /** Models that answer where no channel can serve the one that was asked for. Ours, as the next two. */
  ModelFallbacks: modelFallbacks(),
  /** Models that answer where a request is too long for the one that was asked for. */
  ContextFallbacks: modelFallbacks(),
  /** Models that answer where a filter withheld the answer. */
  FilteredFallbacks: modelFallbacks(),
  DisableChannelKeywords: text(hopelessKeyTexts.join('\n')),
  // Payment
  PaymentUSDRate: number(7.3, { min: 0.000_001, max: 1e6 }),
  PaymentMinAmount: whole(1, { max: 1e6 }),
  RechargeDiscount: { kind: 'discounts', initial: '{}' },
  /** Percent of the amount that is given in addition, by the amount from which it is given. Ours. */
  RechargeBonus: { kind: 'bonuses', initial: '{}' },
  OrderEventDays: whole(90, { max: 36_500 }),
  TaskDays: whole(0, { max: 36_500 }),
  /** Monthly invoices are made and shown. one-hub's setting `user_invoice_month`. */
  UserInvoiceMonth: flag(false),
  // Telegram bot. Ours: one-hub keeps them in its configuration file.
  /** Empty: no bot runs. */
  TelegramBotToken: secret({ pattern: /^\d{1,20}:[\w-]{20,100}$/, issue: 'option.not_bot_token' }),
  /** Filled, together with `ServerAddress`: Telegram calls the gateway. Otherwise the gateway asks Telegram. */
  TelegramWebhookSecret: secret({ pattern: /^[\w-]{1,256}$/, issue: 'option.not_webhook_secret' }),
  /** Its address may hold a password. */
  TelegramProxy: secret({
    pattern: /^(?:https?|socks5h?):\/\/[\x21-\x7e]{1,500}$/i,
    issue: 'channel.proxy_invalid',
  }),
  /** Points of a refund that were spent already become a debt; otherwise the refund is refused. Ours. */
  RefundDebtEnabled: flag(false),
  /** Users with a proved address get a mail about each invoice. Ours. */
  InvoiceMailEnabled: flag(false),
  // Media
  MjNotifyEnabled: flag(false),
  /** Its address may hold a password. */
  ChatImageRequestProxy: secret({
    pattern: /^(?:https?|socks5h?):\/\/[\x21-\x7e]{1,500}$/i,
    issue: 'channel.proxy_invalid',
  }),
  /** Address of one-hub's worker, which fetches pictures in place of the gateway. */
  CFWorkerImageUrl: address(),
  CFWorkerImageKey: secret(),
  // Protocol
  /** Clients of the Model Context Protocol may use accounts by their access tokens. Ours. */
  McpEnabled: flag(false),
  GeminiAPIEnabled: flag(true),
  ClaudeAPIEnabled: flag(true),
  ClaudeBudgetTokensPercentage: number(0.8, { max: 1 }),
  ClaudeDefaultMaxTokens: { kind: 'model-tokens', initial: '{"default":8192}' },
  // Web search. Ours.
  WebSearchEngine: { ...text(searchEngines[0]), choices: searchEngines },
  /** Address of a SearXNG instance, with `{query}` in its path or query; it may be in a private network. */
  WebSearchAddress: {
    ...address(),
    form: {
      pattern: /^https?:\/\/[^\s/?#@{}]+[/?][^\s#{}]*\{query\}[^\s#{}]*$/i,
      issue: 'option.not_search_address',
    },
  },
  /** Key of Tavily or Brave. */
  WebSearchKey: secret({ pattern: /^[\x21-\x7e]{1,500}$/, issue: 'option.not_search_key' }),
  /** Decides whether and what to search; empty: the model of the call. */
  WebSearchPlannerModel: text(),
  WebSearchResults: whole(5, { min: 1, max: MAX_SEARCH_RESULTS }),
  // Results of tasks. Ours.
  TaskStorage: { ...text(taskStorages[0]), choices: taskStorages },
  /** Copies are deleted after it. */
  TaskStorageDays: whole(30, { min: 1, max: 3650 }),
  /** Larger results stay with their vendor. */
  TaskStorageMegabytes: whole(500, { min: 1, max: 100_000 }),
  /** Address of a bucket that speaks Amazon's S3, as OSS, R2 and MinIO do. */
  TaskS3Address: baseAddress(),
  TaskS3Region: { ...text('us-east-1'), form: { pattern: /^[\w-]{1,64}$/, issue: 'invalid_value' } },
  TaskS3AccessKeyId: text(),
  TaskS3SecretKey: secret({ pattern: /^[\x21-\x7e]{1,200}$/, issue: 'invalid_value' }),
  // Safety
  EnableSafe: flag(false),
  /** Ours: texts of answers are checked too. */
  SafeAnswersEnabled: flag(false),
  SafeToolName: { ...text('Keyword'), choices: safeTools },
  /** Ours has no list of its own: such a list refuses much that is harmless. */
  SafeKeyWords: { ...text(), isForRoot: true },
  // Migration
  OldTokenMaxId: awaits(whole(0)),
} as const satisfies Record<string, OptionRule>;

export type OptionKey = keyof typeof optionCatalogue;

/** Turning a switch on needs these to be filled. Source: docs/reference/compatibility.md, "Options". */
export const neededBy: Partial<Record<OptionKey, readonly OptionKey[]>> = {
  GitHubOAuthEnabled: ['GitHubClientId', 'GitHubClientSecret'],
  LarkAuthEnabled: ['LarkClientId', 'LarkClientSecret'],
  OIDCAuthEnabled: ['OIDCClientId', 'OIDCClientSecret', 'OIDCIssuer', 'OIDCScopes', 'OIDCUsernameClaims'],
  TelegramOAuthEnabled: ['TelegramClientId', 'TelegramClientSecret'],
  EmailVerificationEnabled: ['SMTPServer'],
  EmailDomainRestrictionEnabled: ['EmailDomainWhitelist'],
  WeChatAuthEnabled: ['WeChatServerAddress'],
  TurnstileCheckEnabled: ['TurnstileSiteKey', 'TurnstileSecretKey'],
  EnableSafe: ['SafeKeyWords'],
  SafeAnswersEnabled: ['SafeKeyWords'],
};

/** A choice needs these to be filled. */
export const neededByChoice: Partial<Record<OptionKey, Readonly<Record<string, readonly OptionKey[]>>>> = {
  WebSearchEngine: { searxng: ['WebSearchAddress'], tavily: ['WebSearchKey'], brave: ['WebSearchKey'] },
  TaskStorage: { s3: ['TaskS3Address', 'TaskS3AccessKeyId', 'TaskS3SecretKey'] },
};

/** A stored secret was entered for this server only: another one needs it again. */
export const secretOf: Partial<Record<OptionKey, OptionKey>> = {
  SMTPServer: 'SMTPToken',
  OIDCIssuer: 'OIDCClientSecret',
  WeChatServerAddress: 'WeChatServerToken',
  WebSearchEngine: 'WebSearchKey',
  TaskS3Address: 'TaskS3SecretKey',
  CFWorkerImageUrl: 'CFWorkerImageKey',
};

/** Ways to sign in without a password; one of them stays on while passwords are off. */
export const otherSignIns = [
  'GitHubOAuthEnabled',
  'OIDCAuthEnabled',
  'LarkAuthEnabled',
  'TelegramOAuthEnabled',
  'WeChatAuthEnabled',
] as const satisfies readonly OptionKey[];

/**
 * The problem of a value, as a code of a field, with a limit or the path of a member after a bar; undefined if it is
 * valid.
 */
export function optionIssue(
  { kind, choices, form, awaits, min = 0, max = 0 }: OptionRule,
  value: string,
): string | undefined {
  if (awaits) return 'option.no_effect_yet';
  if (choices !== undefined) return choices.includes(value) ? undefined : 'invalid_value';
  if (form !== undefined && value !== '') return form.pattern.test(value) ? undefined : form.issue;
  switch (kind) {
    case 'text':
      // Line breaks and tabs belong to longer texts.
      return hasControlCharacters(value.replace(/[\n\r\t]/g, '')) ? 'text.control_characters' : undefined;
    case 'address':
      return value === '' || isWebAddress(value) ? undefined : 'invalid_address';
    case 'base-address':
      return value === '' || isBaseAddress(value) ? undefined : 'invalid_address';
    case 'picture':
      return isPictureAddress(value) ? undefined : 'invalid_picture';
    case 'flag':
      return value === 'true' || value === 'false' ? undefined : 'invalid_value';
    case 'chat-link':
      return chatLinkIssue(value);
    case 'chat-links':
      return chatLinksIssue(value);
    case 'model-tokens':
      return parseModelTokens(value) === null ? 'option.model_tokens' : undefined;
    case 'model-fallbacks':
      return modelFallbacksIssue(value);
    case 'object-classes':
      return parseObjectClasses(value) === null ? 'invalid_value' : undefined;
    case 'discounts':
      return parseAmountTable(value, discountTable) === undefined ? 'option.not_discounts' : undefined;
    case 'bonuses':
      return parseAmountTable(value, bonusTable) === undefined ? 'option.not_bonuses' : undefined;
    case 'whole':
      if (!/^-?\d{1,16}$/.test(value)) return 'not_whole';
      break;
    case 'number':
      if (!/^-?\d{1,12}(\.\d{1,9})?$/.test(value)) return 'not_a_number';
  }
  if (Number(value) < min) return `too_small|${min}`;
  return Number(value) > max ? `too_big|${max}` : undefined;
}

/** A page's address: other schemes could carry a script. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text)) return false;
  const address = URL.parse(text);
  return address !== null && address.username === '' && address.password === '';
}

export const isBaseAddress = (text: string): boolean => isWebAddress(text) && !/[?#]/.test(text);
