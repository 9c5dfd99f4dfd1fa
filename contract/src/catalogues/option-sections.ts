import type { SignInProviderName } from '../entities/sign-in-providers.ts';
import type { OptionKey } from './options.ts';

/** How the console draws a value whose kind alone does not say it. */
export type OptionLook = 'points' | 'seconds' | 'tokens' | 'address' | 'markdown' | 'html';

export interface SectionOption {
  key: OptionKey;
  look?: OptionLook;
}

export interface OptionSection {
  id:
    | 'money'
    | 'payment'
    | 'invoice'
    | 'invitation'
    | 'retry'
    | 'monitoring'
    | 'disableKeywords'
    | 'safety'
    | 'fallbacks'
    | 'dialects'
    | 'log'
    | 'chat'
    | 'telegramBot'
    | 'mcp'
    | 'webSearch'
    | 'tasks'
    | 'media'
    | 'secondFactor'
    | 'address'
    | 'turnstile'
    | 'mail'
    | 'register'
    | 'sign_in'
    | SignInProviderName
    | 'appearance'
    | 'texts';
  tab: 'operation' | 'system' | 'other';
  /** None where the section holds an action instead. */
  options: readonly SectionOption[];
}

/**
 * The options as the settings screen shows them. Those that await their first reader are not here; they get their
 * place together with the part that reads them.
 */
export const optionSections: readonly OptionSection[] = [
  {
    id: 'money',
    tab: 'operation',
    options: [
      { key: 'DisplayInCurrencyEnabled' },
      { key: 'QuotaForNewUser', look: 'points' },
      { key: 'QuotaRemindThreshold', look: 'points' },
      { key: 'MaxTokensPerUser' },
      { key: 'TokensPerHour' },
      { key: 'DefaultOutputTokens', look: 'tokens' },
      { key: 'HoldWaitSeconds', look: 'seconds' },
      { key: 'StopUnpaidAnswers' },
      { key: 'DebtLimit', look: 'points' },
      { key: 'ChargeAbandonedInput' },
      { key: 'ChargeBrokenAnswers' },
      { key: 'ChargeFilteredAnswers' },
      { key: 'ChargeEmptyAnswers' },
      { key: 'ApproximateTokenEnabled' },
      { key: 'CacheSeconds', look: 'seconds' },
      { key: 'CacheHitPercent' },
      { key: 'OpenObjectClasses' },
      { key: 'TopUpLink', look: 'address' },
    ],
  },
  {
    id: 'payment',
    tab: 'operation',
    options: [
      { key: 'PaymentUSDRate' },
      { key: 'PaymentMinAmount' },
      { key: 'RechargeDiscount' },
      { key: 'RechargeBonus' },
      { key: 'RefundDebtEnabled' },
    ],
  },
  { id: 'invoice', tab: 'operation', options: [{ key: 'UserInvoiceMonth' }, { key: 'InvoiceMailEnabled' }] },
  {
    id: 'invitation',
    tab: 'operation',
    options: [
      { key: 'QuotaForInviter', look: 'points' },
      { key: 'QuotaForInvitee', look: 'points' },
      { key: 'RechargeRebatePercent' },
      { key: 'FirstRechargeReward', look: 'points' },
      { key: 'InvitationRequired' },
    ],
  },
  {
    id: 'retry',
    tab: 'operation',
    options: [
      { key: 'RetryTimes' },
      { key: 'RetryCooldownSeconds', look: 'seconds' },
      { key: 'RetryTimeOut', look: 'seconds' },
      { key: 'FirstTokenSeconds', look: 'seconds' },
      { key: 'RetryEmptyAnswers' },
    ],
  },
  {
    id: 'monitoring',
    tab: 'operation',
    options: [
      { key: 'AutomaticDisableChannelEnabled' },
      { key: 'AutomaticEnableChannelEnabled' },
      { key: 'ChannelDisableThreshold', look: 'seconds' },
      { key: 'ChannelTestMinutes' },
      { key: 'DisabledChannelTestMinutes' },
      { key: 'ChannelBalanceRemindThreshold' },
      { key: 'ModelStatusPageEnabled' },
    ],
  },
  { id: 'disableKeywords', tab: 'operation', options: [{ key: 'DisableChannelKeywords' }] },
  {
    id: 'safety',
    tab: 'operation',
    options: [
      { key: 'EnableSafe' },
      { key: 'SafeAnswersEnabled' },
      { key: 'SafeToolName' },
      { key: 'SafeKeyWords' },
    ],
  },
  {
    id: 'fallbacks',
    tab: 'operation',
    options: [{ key: 'ModelFallbacks' }, { key: 'ContextFallbacks' }, { key: 'FilteredFallbacks' }],
  },
  {
    id: 'dialects',
    tab: 'operation',
    options: [
      { key: 'ClaudeAPIEnabled' },
      { key: 'GeminiAPIEnabled' },
      { key: 'ClaudeDefaultMaxTokens' },
      { key: 'ClaudeBudgetTokensPercentage' },
      { key: 'KeptAnswerDays' },
    ],
  },
  {
    id: 'log',
    tab: 'operation',
    options: [
      { key: 'LogAutoDeleteDays' },
      { key: 'LogAutoDeleteRows' },
      { key: 'RefusedCallDays' },
      { key: 'RefusedCallRows' },
      { key: 'OrderEventDays' },
      { key: 'TaskDays' },
    ],
  },
  { id: 'chat', tab: 'operation', options: [{ key: 'ChatLink' }, { key: 'ChatLinks' }] },
  {
    id: 'telegramBot',
    tab: 'operation',
    options: [{ key: 'TelegramBotToken' }, { key: 'TelegramWebhookSecret' }, { key: 'TelegramProxy' }],
  },
  { id: 'mcp', tab: 'operation', options: [{ key: 'McpEnabled' }] },
  {
    id: 'webSearch',
    tab: 'operation',
    options: [
      { key: 'WebSearchEngine' },
      { key: 'WebSearchAddress' },
      { key: 'WebSearchKey' },
      { key: 'WebSearchPlannerModel' },
      { key: 'WebSearchResults' },
    ],
  },
  {
    id: 'tasks',
    tab: 'operation',
    options: [
      { key: 'TaskStorage' },
      { key: 'TaskStorageDays' },
      { key: 'TaskStorageMegabytes' },
      { key: 'TaskS3Address', look: 'address' },
      { key: 'TaskS3Region' },
      { key: 'TaskS3AccessKeyId' },
      { key: 'TaskS3SecretKey' },
    ],
  },
  {
    id: 'media',
    tab: 'operation',
    options: [
      { key: 'MjNotifyEnabled' },
      { key: 'ChatImageRequestProxy' },
      { key: 'CFWorkerImageUrl', look: 'address' },
      { key: 'CFWorkerImageKey' },
    ],
  },
  { id: 'address', tab: 'system', options: [{ key: 'ServerAddress', look: 'address' }] },
  {
    id: 'mail',
    tab: 'system',
    options: [
      { key: 'SMTPServer' },
      { key: 'SMTPPort' },
      { key: 'SMTPAccount' },
      { key: 'SMTPToken' },
      { key: 'SMTPFrom' },
    ],
  },
  {
    id: 'register',
    tab: 'system',
    options: [
      { key: 'RegisterEnabled' },
      { key: 'PasswordRegisterEnabled' },
      { key: 'EmailVerificationEnabled' },
      { key: 'EmailDomainRestrictionEnabled' },
      { key: 'EmailDomainWhitelist' },
      { key: 'EmailAliasRestrictionEnabled' },
    ],
  },
  {
    id: 'turnstile',
    tab: 'system',
    options: [{ key: 'TurnstileSiteKey' }, { key: 'TurnstileSecretKey' }, { key: 'TurnstileCheckEnabled' }],
  },
  { id: 'sign_in', tab: 'system', options: [{ key: 'PasswordLoginEnabled' }] },
  { id: 'secondFactor', tab: 'system', options: [{ key: 'SecondFactorRequired' }] },
  {
    id: 'github',
    tab: 'system',
    options: [{ key: 'GitHubOAuthEnabled' }, { key: 'GitHubClientId' }, { key: 'GitHubClientSecret' }],
  },
  {
    id: 'oidc',
    tab: 'system',
    options: [
      { key: 'OIDCAuthEnabled' },
      { key: 'OIDCIssuer', look: 'address' },
      { key: 'OIDCAllowPrivate' },
      { key: 'OIDCClientId' },
      { key: 'OIDCClientSecret' },
      { key: 'OIDCScopes' },
      { key: 'OIDCUsernameClaims' },
    ],
  },
  {
    id: 'lark',
    tab: 'system',
    options: [
      { key: 'LarkAuthEnabled' },
      { key: 'LarkService' },
      { key: 'LarkClientId' },
      { key: 'LarkClientSecret' },
    ],
  },
  {
    id: 'telegram',
    tab: 'system',
    options: [{ key: 'TelegramOAuthEnabled' }, { key: 'TelegramClientId' }, { key: 'TelegramClientSecret' }],
  },
  {
    id: 'wechat',
    tab: 'system',
    options: [
      { key: 'WeChatAuthEnabled' },
      { key: 'WeChatServerAddress', look: 'address' },
      { key: 'WeChatAllowPrivate' },
      { key: 'WeChatServerToken' },
      { key: 'WeChatAccountQRCodeImageURL', look: 'address' },
    ],
  },
  {
    id: 'appearance',
    tab: 'other',
    options: [{ key: 'SystemName' }, { key: 'Language' }, { key: 'Logo', look: 'address' }],
  },
  {
    id: 'texts',
    tab: 'other',
    options: [
      { key: 'Notice', look: 'markdown' },
      { key: 'HomePageContent', look: 'markdown' },
      { key: 'About', look: 'markdown' },
      { key: 'Footer', look: 'html' },
    ],
  },
];

/**
 * Options that decide how people sign in and where their links, codes and answers of providers go. A thief who sets them
 * could sign in to every account.
 */
export const signInOptions: ReadonlySet<OptionKey> = new Set(
  optionSections
    .filter(({ tab }) => tab === 'system')
    .flatMap(({ options }) => options.map(({ key }) => key)),
);
