import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  view: '{{title}} 的顯示方式',
  asColumns: '以棒形顯示：{{title}}',
  asLines: '以折線顯示：{{title}}',
  asTable: '以表格顯示：{{title}}',
  time: '時間',
  total: '合計',
  other: '其他',
  summaryHighest: '合計 {{total}}；最高的是{{time}}，{{value}}。',
  summaryLargest: '佔比最大的是 {{name}}，{{share}}。',
};

export default texts;
