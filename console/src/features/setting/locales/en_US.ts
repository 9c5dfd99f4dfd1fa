import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Settings',
  purpose: 'What holds for the whole site; used as soon as it is saved.',
  search: 'Search settings',
  sections: 'Sections',
  nothingFound: 'No setting matches “{{keyword}}”',
  saved: 'Saved',
  changes_one: '{{count}} unsaved change',
  changes_other: '{{count}} unsaved changes',
  seconds: 'seconds',
  tokens: 'tokens',
  readOnly: 'Only the root account can change these settings. You can read them, and delete old calls.',
  on: 'On',
  off: 'Off',
  notSet: 'Not set',
  pictureInside: 'A picture kept in this setting',
  showPreview: 'Preview',
  hidePreview: 'Hide preview',
  previewOf: 'Preview of {{name}}',
  callsBefore: 'Calls before',
  callsBeforeHint: 'From the start of this day backwards; the last 24 hours always stay.',
  deleteOldCalls: 'Delete old calls',
  deleteCallsTitle: 'Delete all calls before {{time}}?',
  deleteCallsEffect:
    'Their log rows are gone for good, with cost formula and attempts. Sums, charts and balances stay as they are, and so do top-ups and changes by hand.',
  deletingCalls: 'Deleting old calls. This goes on when you leave the page.',
  callsDeleted_one: '{{shown}} call deleted',
  callsDeleted_other: '{{shown}} calls deleted',
  'tab.operation': 'Operation',
  'tab.system': 'System',
  'tab.other': 'Other',
  'section.money': 'Balance',
  'about.money': 'How balances are shown, and how much is held before a call.',
  'section.retry': 'Retries',
  'about.retry': 'What happens after a channel has failed.',
  'section.dialects': 'Dialects',
  'about.dialects': 'APIs beside OpenAI’s, and what is written for Claude where a caller says nothing.',
  'section.log': 'Logs',
  'about.log': 'Old calls can be deleted to save space.',
  'section.chat': 'Chat apps',
  'about.chat': 'Apps that people can open with one of their keys.',
  'section.address': 'Address',
  'about.address': 'Where people reach this site.',
  'section.appearance': 'Appearance',
  'about.appearance': 'What visitors see first.',
  'section.texts': 'Texts',
  'about.texts': 'Your own pages and announcement, in Markdown.',
  'option.DisplayInCurrencyEnabled': 'Show balances as money',
  'hint.DisplayInCurrencyEnabled': 'On: US dollars. Off: points.',
  'option.QuotaForNewUser': 'Balance of a new user',
  'hint.QuotaForNewUser': 'What every new account starts with.',
  'option.QuotaRemindThreshold': 'Remind below this balance',
  'hint.QuotaRemindThreshold':
    'An account with less is reminded in the console, once until its balance has risen above it. 0 reminds nobody.',
  'option.MaxTokensPerUser': 'Keys per user at most',
  'hint.MaxTokensPerUser': 'Existing keys stay; no new ones are made beyond this number.',
  'option.DefaultOutputTokens': 'Output held by default',
  'hint.DefaultOutputTokens':
    'A call that names no limit holds this many output tokens, until enough answers of the model are known; then it holds what those took. At its end it is charged for what it used.',
  'option.HoldWaitSeconds': 'Wait for held points',
  'hint.HoldWaitSeconds':
    'Where only other calls’ holds stand in the way, a call waits this long for them to end. 0: it is refused at once.',
  'option.StopUnpaidAnswers': 'End answers that nobody pays for',
  'hint.StopUnpaidAnswers':
    'A streamed answer without a limit ends, as at its limit, where the balance has no more. Off: it may finish; what it costs beyond the balance is owed as far as the balance may owe, and else not charged.',
  'option.DebtLimit': 'Balance may owe',
  'hint.DebtLimit':
    'Where an answer costs more than is left, the rest is owed up to this amount; the next credit pays it. Beyond it, and with 0, it is not charged.',
  'option.ChargeAbandonedInput': 'Charge input of abandoned calls',
  'hint.ChargeAbandonedInput':
    'A caller who leaves before the answer begins pays the input, estimated, once a provider has received the request. Off: pays nothing.',
  'option.ChargeBrokenAnswers': 'Charge answers that break off',
  'hint.ChargeBrokenAnswers':
    'An answer that its provider, a long silence or a stop of the gateway breaks off is paid as far as it was delivered. Off: nothing is paid for it.',
  'option.ChargeFilteredAnswers': 'Charge filtered answers',
  'hint.ChargeFilteredAnswers':
    'An answer that a provider’s filter withheld costs what the provider says. Off: nothing, if no text of it was delivered.',
  'option.ChargeEmptyAnswers': 'Charge empty answers',
  'hint.ChargeEmptyAnswers':
    'An answer with nothing in it, for which the provider reports no usage, costs its input. Off: nothing.',
  'option.ApproximateTokenEnabled': 'Estimate tokens without a tokenizer',
  'hint.ApproximateTokenEnabled':
    'Where a provider sends no usage, tokens are estimated by the length of the texts instead of being counted. Saves memory and time, and is less exact.',
  'option.OpenObjectClasses': 'Stored objects open to every user',
  'hint.OpenObjectClasses':
    'Classes of objects that every user may make, read and delete as their own at a provider: files (with uploads), vector_stores, containers, batches. A class also needs a price of its name, such as object:files. Names are separated by commas. Empty: only administrators, by a key that names a channel.',
  'option.KeptAnswerDays': 'Keep converted Responses for (days)',
  'hint.KeptAnswerDays':
    'Clients of the Responses API, such as the AI SDK, may name items of earlier answers by their ids. Answers of models that are converted are kept for this, encrypted, unless the request says store: false. 0 keeps none: such clients must send every item in full.',
  'option.LogAutoDeleteDays': 'Keep calls for (days)',
  'hint.LogAutoDeleteDays':
    'Every hour the log’s older calls are deleted; sums, charts, balances and statements stay, and so do the calls of the last 24 hours. 0 keeps all.',
  'option.LogAutoDeleteRows': 'Keep calls (number)',
  'hint.LogAutoDeleteRows':
    'Beyond this many the oldest calls are deleted from the log, every hour; those of the last 24 hours stay. 0 keeps all.',
  'option.RefusedCallDays': 'Keep refused calls for (days)',
  'hint.RefusedCallDays': 'Every hour older refused calls are deleted. 0 keeps all.',
  'option.RefusedCallRows': 'Keep refused calls (rows)',
  'hint.RefusedCallRows':
    'Beyond this many the oldest rows are deleted, every hour. A row sums up one minute, one key and one reason. 0 keeps all.',
  'option.TopUpLink': 'Top-up link',
  'hint.TopUpLink': 'The page behind the top-up button beside a balance. Empty: no button.',
  'option.ClaudeAPIEnabled': 'Anthropic’s API',
  'hint.ClaudeAPIEnabled': 'Off: its addresses answer that the API is turned off.',
  'option.GeminiAPIEnabled': 'Gemini’s API',
  'hint.GeminiAPIEnabled': 'Off: its addresses answer that the API is turned off.',
  'option.ClaudeDefaultMaxTokens': 'Output limit for Claude',
  'hint.ClaudeDefaultMaxTokens':
    'JSON: tokens by models, `default` for all others. Used where a caller of another API names no limit; Claude must have one.',
  'option.ClaudeBudgetTokensPercentage': 'Share for Claude’s thinking',
  'hint.ClaudeBudgetTokensPercentage':
    'From 0 to 1: part of the output limit that thinking may take where a caller names no budget.',
  'option.RetryTimes': 'Retries',
  'hint.RetryTimes': 'How many other channels are tried when one fails before the first byte.',
  'option.RetryCooldownSeconds': 'Cooldown',
  'hint.RetryCooldownSeconds': 'For this long a failed channel is used only when there is no other.',
  'option.RetryTimeOut': 'Time limit for retries',
  'hint.RetryTimeOut': 'After this long since the start of a call nothing is tried again.',
  'option.ChatLinks': 'Chat links',
  'hint.ChatLinks':
    'A list in JSON. Each entry has name, url, show (offered in the menu of a key) and sort (higher first); {key} and {server} in a url are filled in. Empty: none.',
  'option.ServerAddress': 'Server address',
  'hint.ServerAddress':
    'Shown in examples and links, such as https://api.example.com. Empty: the address that the reader uses.',
  'option.SystemName': 'Site name',
  'hint.SystemName': 'Shown in titles, the header and e-mails.',
  'option.Language': 'Default language',
  'hint.Language': 'For visitors who have not chosen one.',
  'option.Logo': 'Logo',
  'hint.Logo':
    'The address of a picture (http:// or https://), a path on this site (starting with /) or a data:image picture. A picture of another site is fetched once, when you save, and kept here until its address changes. Empty: Turnpike’s own mark.',
  'option.Notice': 'Announcement',
  'hint.Notice': 'Opens once for every user when its text is new. Empty it to take it down.',
  'option.HomePageContent': 'Home page',
  'hint.HomePageContent':
    'Takes the place of the built-in page. A lone https address becomes a link; other sites are not shown inside this one.',
  'option.About': 'About page',
  'hint.About': 'Empty: the built-in text.',
  'option.Footer': 'Footer',
  'hint.Footer':
    'At the foot of public pages. Simple HTML works, scripts are removed. Empty: name, version and license.',
};

export default texts;
