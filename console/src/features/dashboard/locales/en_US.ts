import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Dashboard',
  purpose: 'Hello, {{name}}.',
  balance: 'Balance',
  balanceNote: 'Left to spend',
  used: 'Used',
  usedNote: 'Since the account was made',
  calls: 'Calls',
  callsNote: 'Since the account was made',
  startTitle: 'Make a call',
  startAbout: 'Create a key, copy the call, watch it arrive in the logs.',
  createKey: 'Create key',
  openPlayground: 'Open playground',
  openLog: 'Show logs',
  recentTitle: 'Recent calls',
  recentEmpty: 'None yet. Make a first one; it arrives here within seconds.',
  noModel: 'No model can be called yet',
  noModelAdmin: 'Add a channel first. Without a key at hand, the built-in demo will do.',
  noModelUser: 'Ask the administrator to open models for your group.',
  addChannel: 'Add channel',
};

export default texts;
