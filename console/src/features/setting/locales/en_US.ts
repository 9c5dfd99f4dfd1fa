import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Settings',
  purpose: 'Site-wide settings. Changes apply when you save.',
  search: 'Search settings',
  sections: 'Sections',
  nothingFound: 'No setting matches “{{keyword}}”',
  saved: 'Saved',
  changes_one: '{{count}} unsaved change',
  changes_other: '{{count}} unsaved changes',
  seconds: 'seconds',
  tokens: 'tokens',
  readOnly: 'Only the root account can change these settings. You can view them and delete old calls.',
  on: 'On',
  off: 'Off',
  notSet: 'Not set',
  pictureInside: 'Picture stored in this setting',
  showPreview: 'Preview',
  hidePreview: 'Hide preview',
  previewOf: 'Preview of {{name}}',
  callsBefore: 'Calls before',
  callsBeforeHint: 'Up to the start of this day. The last 24 hours are always kept.',
  deleteOldCalls: 'Delete old calls',
  deleteCallsTitle: 'Delete all calls before {{time}}?',
  deleteCallsEffect:
    'Their log rows, cost breakdowns and attempts are deleted permanently. Totals, charts, balances, top-ups and manual changes are kept.',
  deletingCalls: 'Deleting old calls. This continues if you leave the page.',
  callsDeleted_one: '{{shown}} call deleted',
  callsDeleted_other: '{{shown}} calls deleted',
  'tab.operation': 'Operation',
  'tab.system': 'System',
  'tab.other': 'Other',
  'section.money': 'Balance',
  'about.money': 'Display of balances, reserves and charges.',
  'section.invitation': 'Invitations',
  'about.invitation': 'Rewards for invitations, and whether registration requires a code.',
  'section.retry': 'Retries',
  'about.retry': 'Retries after a channel fails.',
  'section.dialects': 'Dialects',
  'about.dialects': 'APIs other than OpenAI’s, and defaults for requests to Claude.',
  'section.log': 'Logs',
  'about.log': 'Old calls can be deleted to save space.',
  'section.chat': 'Chat apps',
  'about.chat': 'Apps that users can open with one of their keys.',
  'section.address': 'Address',
  'about.address': 'Public address of this site.',
  'section.turnstile': 'Turnstile',
  'about.turnstile': 'Cloudflare’s check that visitors are human, against mass registration.',
  'section.appearance': 'Appearance',
  'about.appearance': 'How the site looks to visitors.',
  'section.texts': 'Texts',
  'about.texts': 'Your own pages and announcement, in Markdown.',
  'option.DisplayInCurrencyEnabled': 'Show balances as money',
  'hint.DisplayInCurrencyEnabled': 'On: US dollars. Off: points.',
  'option.QuotaForNewUser': 'Balance of a new user',
  'hint.QuotaForNewUser': 'Starting balance of every new account.',
  'option.QuotaRemindThreshold': 'Remind below this balance',
  'hint.QuotaRemindThreshold':
    'Users with a lower balance are reminded in the console, once until it rises above this amount. 0: no reminders.',
  'option.MaxTokensPerUser': 'Maximum keys per user',
  'hint.MaxTokensPerUser': 'Existing keys are kept. No new keys can be created above this number.',
  'option.DefaultOutputTokens': 'Default output reserve',
  'hint.DefaultOutputTokens':
    'Reserved for requests without max_tokens until there is enough history for the model. You pay only for what is used.',
  'option.HoldWaitSeconds': 'Wait for reserved balance',
  'hint.HoldWaitSeconds':
    'If the balance is short only because of running requests, wait this long for them to finish. 0: reject immediately.',
  'option.StopUnpaidAnswers': 'Stop streaming when the balance runs out',
  'hint.StopUnpaidAnswers':
    'Applies to streams without max_tokens. Off: they can finish. The excess is owed up to the overdraft limit, and not charged beyond it.',
  'option.DebtLimit': 'Overdraft limit',
  'hint.DebtLimit':
    'If an answer costs more than the balance, up to this amount is owed and repaid by the next credit. The rest is not charged. 0: no overdraft.',
  'option.ChargeAbandonedInput': 'Charge input if the client disconnects',
  'hint.ChargeAbandonedInput':
    'If a client disconnects before the answer starts, charge the estimated input. Applies once a provider has received the request.',
  'option.ChargeBrokenAnswers': 'Charge interrupted answers',
  'hint.ChargeBrokenAnswers':
    'If a provider error, a long silence or a gateway stop interrupts an answer, charge the delivered part. Off: no charge.',
  'option.ChargeFilteredAnswers': 'Charge filtered answers',
  'hint.ChargeFilteredAnswers':
    'Answers withheld by a provider’s filter are charged as the provider reports. Off: no charge if no text was delivered.',
  'option.ChargeEmptyAnswers': 'Charge empty answers',
  'hint.ChargeEmptyAnswers':
    'Empty answers without reported usage are charged for their input. Off: no charge.',
  'option.ApproximateTokenEnabled': 'Estimate tokens without a tokenizer',
  'hint.ApproximateTokenEnabled':
    'If a provider sends no usage, estimate tokens from the text length instead of counting them. Saves memory and time, but is less exact.',
  'option.OpenObjectClasses': 'Stored objects open to every user',
  'hint.OpenObjectClasses':
    'Object classes that every user can create, read and delete at a provider: files (with uploads), vector_stores, containers, batches. Separate them with commas. A class also needs a price of its name, such as object:files. Empty: only administrators, with a key that names a channel.',
  'option.KeptAnswerDays': 'Keep converted Responses for (days)',
  'hint.KeptAnswerDays':
    'Clients of the Responses API, such as the AI SDK, may refer to items of earlier answers by id. For this, answers of converted models are stored encrypted, unless the request has store: false. 0: nothing is stored, and such clients must send every item in full.',
  'option.LogAutoDeleteDays': 'Keep calls for (days)',
  'hint.LogAutoDeleteDays':
    'Older calls are deleted from the log every hour. Totals, charts, balances, statements and calls of the last 24 hours are kept. 0: keep all.',
  'option.LogAutoDeleteRows': 'Keep calls (number)',
  'hint.LogAutoDeleteRows':
    'The oldest calls above this number are deleted from the log every hour. Calls of the last 24 hours are kept. 0: keep all.',
  'option.RefusedCallDays': 'Keep refused calls for (days)',
  'hint.RefusedCallDays': 'Older refused calls are deleted every hour. 0: keep all.',
  'option.RefusedCallRows': 'Keep refused calls (rows)',
  'hint.RefusedCallRows':
    'The oldest rows above this number are deleted every hour. A row groups calls by minute, key and reason. 0: keep all.',
  'option.TopUpLink': 'Top-up link',
  'hint.TopUpLink': 'Page opened by the top-up button next to a balance. Empty: no button.',
  'option.ClaudeAPIEnabled': 'Anthropic’s API',
  'hint.ClaudeAPIEnabled': 'Off: its endpoints respond that the API is turned off.',
  'option.GeminiAPIEnabled': 'Gemini’s API',
  'hint.GeminiAPIEnabled': 'Off: its endpoints respond that the API is turned off.',
  'option.ClaudeDefaultMaxTokens': 'Output limit for Claude',
  'hint.ClaudeDefaultMaxTokens':
    'JSON: tokens by model, `default` for all others. Used if a request in another API sets no limit, because Claude requires one.',
  'option.ClaudeBudgetTokensPercentage': 'Share for Claude’s thinking',
  'hint.ClaudeBudgetTokensPercentage':
    'From 0 to 1: share of the output limit for thinking if the request sets no budget.',
  'option.InvitationRequired': 'Require an invitation code',
  'hint.InvitationRequired': 'On: registration requires a code of a user or one created by an administrator.',
  'option.QuotaForInviter': 'Reward of the inviter',
  'hint.QuotaForInviter':
    'For each new account. The inviter transfers it to the balance. With e-mail verification on, it is granted once the new account has a verified address.',
  'option.QuotaForInvitee': 'Gift to the invited user',
  'hint.QuotaForInvitee':
    'Added to the starting balance of accounts that register with a code of another user.',
  'option.EmailVerificationEnabled': 'Verify e-mail addresses',
  'hint.EmailVerificationEnabled': 'On: registration requires a code sent to the e-mail address.',
  'option.RetryTimes': 'Retries',
  'hint.RetryTimes': 'Number of other channels to try if one fails before the first byte.',
  'option.RetryCooldownSeconds': 'Cooldown',
  'hint.RetryCooldownSeconds': 'During this time, a failed channel is used only if there is no other.',
  'option.RetryTimeOut': 'Time limit for retries',
  'hint.RetryTimeOut': 'No retries after this time from the start of a request.',
  'option.ChatLinks': 'Chat links',
  'hint.ChatLinks':
    'JSON list. Each entry has name, url, show (in the menu of a key) and sort (higher first). {key} and {server} in a url are replaced. Empty: none.',
  'option.ServerAddress': 'Server address',
  'hint.ServerAddress':
    'Shown in examples and links, such as https://api.example.com. Empty: the address that the visitor uses.',
  'option.TurnstileCheckEnabled': 'Use Turnstile',
  'hint.TurnstileCheckEnabled':
    'Checks visitors before they register, request a code or reset a password. The pages /register and /reset load content from challenges.cloudflare.com.',
  'option.TurnstileSiteKey': 'Site key',
  'hint.TurnstileSiteKey':
    'Public key of the widget that you create at Cloudflare. Its domains must include this site.',
  'option.TurnstileSecretKey': 'Secret key',
  'hint.TurnstileSecretKey': 'Secret key of the same widget. It is not shown again.',
  'option.SystemName': 'Site name',
  'hint.SystemName': 'Shown in titles, the header and e-mails.',
  'option.Language': 'Default language',
  'hint.Language': 'For visitors who have not chosen one.',
  'option.Logo': 'Logo',
  'hint.Logo':
    'Address of a picture (http:// or https://), path on this site (starting with /) or data:image picture. Pictures from other sites are fetched when you save and stored here. Empty: the Turnpike logo.',
  'option.Notice': 'Announcement',
  'hint.Notice': 'Shown once to every user when the text changes. Clear it to remove the announcement.',
  'option.HomePageContent': 'Home page',
  'hint.HomePageContent':
    'Replaces the built-in page. A single https address becomes a link; other sites are not embedded.',
  'option.About': 'About page',
  'hint.About': 'Empty: the built-in text.',
  'option.Footer': 'Footer',
  'hint.Footer':
    'Shown at the bottom of public pages. Simple HTML works; scripts are removed. Empty: name, version and license.',
};

export default texts;
