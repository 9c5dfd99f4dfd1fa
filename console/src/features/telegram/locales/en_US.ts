import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Telegram bot',
  purpose: 'Your own commands of the bot, with fixed replies.',
  onlineWebhook: 'Online (webhook)',
  onlinePolling: 'Online (polling)',
  off: 'Not running',
  reloadHint: 'New and changed commands work at once. Telegram lists them after a reload.',
  offHint: 'The bot has no token, or Telegram cannot be reached.',
  openSettings: 'Open the bot settings',
  reload: 'Reload',
  reloaded: 'Commands reloaded',
  create: 'Add command',
  created: '/{{command}} added',
  editTitle: 'Edit /{{command}}',
  saved: 'Saved',
  search: 'Number or start of command',
  nothingFound: 'No command starts with “{{keyword}}”',
  empty: 'No commands of your own yet',
  emptyHint:
    'For example, /price can reply with a link to your prices. Built-in commands are not listed here.',
  number: 'No.',
  command: 'Command',
  commandHint: '1 to 32 lower-case letters, digits or _, without the slash.',
  description: 'Description',
  descriptionHint: 'Shown in the list of commands in Telegram.',
  parseMode: 'Reply format',
  parseModeHint: 'MarkdownV2 needs \\ before punctuation. A reply with faulty markup is sent as plain text.',
  reply: 'Reply',
  replyHint: 'At most 4,096 characters.',
  deleteTitle: 'Delete /{{command}}?',
  deleteHint: 'The bot no longer answers it. Telegram lists it until the next reload.',
};

export default texts;
