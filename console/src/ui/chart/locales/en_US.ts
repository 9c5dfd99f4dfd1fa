import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  view: 'View of {{title}}',
  asColumns: 'Show as columns: {{title}}',
  asLines: 'Show as lines: {{title}}',
  asTable: 'Show as table: {{title}}',
  time: 'Time',
  total: 'Total',
  other: 'Other',
  summaryHighest: '{{total}} in total; the highest is {{time}} with {{value}}.',
  summaryLargest: 'The largest part is {{name}} with {{share}}.',
};

export default texts;
