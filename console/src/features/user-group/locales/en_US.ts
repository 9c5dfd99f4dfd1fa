import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'User groups',
  purpose: 'A group decides the price factor, the requests per minute and which channels can be used.',
  create: 'Create group',
  createTitle: 'Create a group',
  created: 'Group {{name}} created',
  editTitle: 'Edit group {{name}} ({{symbol}})',
  saved: 'Group saved',
  search: 'Start of name or symbol',
  nothingFound: 'No group begins with “{{keyword}}”',
  name: 'Name',
  nameHint: 'What users see.',
  symbol: 'Symbol',
  symbolHint:
    'Users, keys and channels name the group by it. Letters, digits, _ and -; cannot be changed later.',
  ratio: 'Price factor',
  ratioHint: 'Every charge is multiplied by it: 1 is the list price, 0.8 is 20% off, 0 is free.',
  rate: 'Requests per minute',
  rateHead: 'Requests/min',
  rateHint: 'For each user. Calls beyond it are refused.',
  public: 'Public',
  publicHint: 'Anybody can choose a public group for a key. Others serve their own members only.',
  open: 'Everybody',
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
    'The channels that serve the default group now will serve this one too; add later ones yourself. Without a channel every call of its members is refused.',
  showUsers: 'Show its users',
  deleteGroup: 'Delete group',
  deleteTitle: 'Delete group {{name}}?',
  deleteHint: 'No user, key or channel uses it. This cannot be undone.',
  moveTo: 'Move its keys to',
  moveHint: 'Calls are refused where the owner of a key may not use that group.',
  moveEffect:
    'Keys that name it, also as their spare group, will name the chosen group. This cannot be undone.',
  moveAndDelete: 'Move and delete',
  inUse: 'Group {{name}} is still in use and cannot be deleted',
  inUseBy: 'Users: {{users}}, keys: {{keys}}, channels: {{channels}}',
};

export default texts;
