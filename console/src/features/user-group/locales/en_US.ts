import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'User groups',
  purpose: 'A group sets the price factor, the requests per minute and the available channels.',
  create: 'Create group',
  createTitle: 'Create a group',
  created: 'Group {{name}} created',
  editTitle: 'Edit group {{name}} ({{symbol}})',
  saved: 'Group saved',
  search: 'Start of name or symbol',
  nothingFound: 'No group starts with “{{keyword}}”',
  name: 'Name',
  nameHint: 'Shown to users.',
  symbol: 'Symbol',
  symbolHint:
    'Identifies the group in users, keys and channels. Letters, digits, _ and -; cannot be changed later.',
  ratio: 'Price factor',
  ratioHint: 'Every charge is multiplied by it: 1 is the list price, 0.8 is 20% off, 0 is free.',
  rate: 'Requests per minute',
  rateHead: 'Requests/min',
  rateHint: 'For each user. Requests above it are rejected.',
  promotion: 'Promotion by total top-up',
  promotionHint:
    'Users whose top-ups reach this total move into the group automatically. 0 means nobody does. Users are never moved down, nor out of a group that an administrator set.',
  promotionHead: 'Promotion',
  strategy: 'Channel choice',
  strategy_weight: 'By weight',
  strategyHint_weight: 'Channels of equal priority share the calls by weight.',
  strategy_least_busy: 'Least busy',
  strategyHint_least_busy:
    'Uses the channel of the highest priority with the fewest calls in progress for its weight.',
  strategy_latency: 'Fastest',
  strategyHint_latency:
    'Uses the channel of the highest priority with the shortest time to the first byte in the last 15 minutes. Channels with fewer than ten answers are chosen by weight.',
  strategy_cost: 'Cheapest',
  strategyHint_cost:
    'Uses the channel of the highest priority that costs you least, by its cost ratio and the price of the model. Channels without a cost ratio are chosen by weight.',
  hedge: 'Second channel after (seconds)',
  hedgeHint:
    'If a stream has not begun after this time, a second channel is asked too, and the first to answer delivers. Users pay once; your providers may charge twice. 0 turns it off; the shortest time is 0.2.',
  hedgePercent: 'At most for this share of streams (%)',
  hedgePercentHint: 'Ten at once are always possible.',
  public: 'Public',
  publicHint: 'Any user can choose a public group for a key. Other groups are for their own members only.',
  open: 'Everyone',
  closed: 'Members only',
  status: 'Status',
  enabled: 'Enabled',
  disabled: 'Disabled',
  enableName: 'Enable {{name}}',
  users: 'Users',
  keys: 'Keys',
  channels: 'Channels',
  noChannel: 'No channel',
  defaultChannels: 'Use the default group’s channels',
  defaultChannelsHint:
    'The current channels of the default group will serve this one too. Add later ones yourself. Without a channel, all requests of its members are refused.',
  showUsers: 'View users',
  deleteGroup: 'Delete group',
  deleteTitle: 'Delete group {{name}}?',
  deleteHint: 'No user, key or channel uses it. This cannot be undone.',
  moveTo: 'Move its keys to',
  moveHint: 'Requests are refused if the owner of a key cannot use that group.',
  moveEffect:
    'Keys that use it, also as their fallback group, will use the chosen group. This cannot be undone.',
  moveAndDelete: 'Move and delete',
  inUse: 'Group {{name}} is still in use and cannot be deleted',
  inUseBy: 'Users: {{users}}, keys: {{keys}}, channels: {{channels}}',
};

export default texts;
