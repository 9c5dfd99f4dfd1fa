import type { NotificationTexts } from '../notification-texts.ts';

const texts: NotificationTexts = {
  low_balance: {
    title: 'Your {{site}} balance is low',
    text: 'Your balance is down to {{amount}}. Calls are refused once it is used up.',
  },
  customer_low_balance: {
    title: 'The balance of {{customer}} is low',
    text: 'The balance is down to {{amount}}.',
  },
  budget_alert: {
    title: '{{percent}} % of a budget is used',
    text: '{{percent}} % of the budget of {{name}} is used.',
  },
  daily_digest: {
    title: 'Your use on {{day}}',
    text: '{{calls}} calls for {{amount}}, {{refused}} calls refused. Models with the highest cost: {{models}}.',
  },
  site_digest: {
    title: '{{site}} on {{day}}',
    text: '{{calls}} calls for {{amount}}; {{attempts}} attempts at channels, of which {{failures}} failed. Models with the highest cost: {{models}}.',
  },
  channel_disabled: { title: 'Channel {{channel}} was disabled', text: 'Reason: {{code}}.' },
  channel_enabled: {
    title: 'Channel {{channel}} works again',
    text: 'It passed a test and was enabled.',
  },
  key_disabled: {
    title: 'A key of channel {{channel}} was disabled',
    text: 'Reason: {{code}}. The other keys of the channel stay in use.',
  },
  vendor_low_credit: {
    title: 'The vendor credit of channel {{channel}} is low',
    text: 'The credit is {{balance}} {{currency}}, below {{threshold}}.',
  },
  charges_rejected: {
    title: 'Charges were rejected',
    text: 'The database rejected {{count}} charges of the last hour, {{amount}} in total.',
  },
  prices_changed: {
    title: 'Model prices changed',
    text: '{{added}} added, {{changed}} changed, {{removed}} removed: {{models}}.',
  },
  test: { title: 'Test message from {{site}}', text: 'Notifications arrive here.' },
  summary: { title: '{{site}}: {{count}} notifications', text: 'Too many to send separately: {{kinds}}.' },
  nothing: 'none',
  separator: ', ',
  kinds: {
    low_balance: 'low balance',
    customer_low_balance: 'low balance of a customer',
    budget_alert: 'budget alert',
    daily_digest: 'daily summary',
    site_digest: 'daily summary of the site',
    channel_disabled: 'channel disabled',
    channel_enabled: 'channel enabled',
    key_disabled: 'key disabled',
    vendor_low_credit: 'low vendor credit',
    charges_rejected: 'charges rejected',
    prices_changed: 'prices changed',
  },
};

export default texts;
