import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Compare {{count}} channels',
  hideEqual: 'Show differences only',
  differingCount: '{{count}} of {{total}} settings differ.',
  allEqual: 'These channels have the same settings.',
  table: 'Comparison of channels',
  member: 'Setting',
  differs: 'Differs',
  other: 'Further value',
  modelCount: 'Models: {{count}}',
  notInAll: 'Not in all: {{models}}',
  severalKeys: '{{hint}} and {{count}} more',
  secretMark: 'Value {{letter}}',
  lettersNote: 'Secrets are not shown: the same letter stands for the same value.',
  unreadable: 'Cannot be compared',
  yes: 'Yes',
  no: 'No',
};

export default texts;
