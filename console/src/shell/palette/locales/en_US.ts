import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  search: 'Search',
  palette: 'Command palette',
  placeholder: 'Screens, actions, keys, models …',
  placeholderAdmin: 'Screens, actions, users, channels, keys, models …',
  groupRecent: 'Recent',
  groupScreen: 'Screens',
  groupAction: 'Actions',
  groupUser: 'Users',
  groupChannel: 'Channels',
  groupToken: 'API keys',
  groupModel: 'Models',
  nothing: 'Nothing found for “{{query}}”',
  searching: 'Searching …',
  partFailed: 'Some results could not be loaded. Try again later.',
  found: 'Results: {{count}}',
  hintMove: 'to move',
  hintOpen: 'to open',
  hintClose: 'to close',
  createIn: 'Create in {{screen}}',
  switchTheme: 'Theme: {{name}}',
  switchLanguage: 'Language: {{name}}',
  shortcuts: 'Keyboard shortcuts',
  shortcutsOn: 'Use single-key shortcuts',
  shortcutsOnHint: 'Saved in this browser only.',
  shortcutPalette: 'Open command palette',
  shortcutHelp: 'Show this list',
  shortcutNew: 'Create something on this screen',
  shortcutUndo: 'Undo the last change, while it is offered',
  shortcutGo: 'Go to {{screen}}',
  shortcutThen: 'then',
};

export default texts;
