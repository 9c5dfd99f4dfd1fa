import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  asTable: '表で表示：{{title}}',
  showTable: '表で表示',
  showChart: 'グラフで表示',
  time: '日時',
  total: '合計',
  other: 'その他',
  summaryHighest: '合計 {{total}}。最大は{{time}}の {{value}} です。',
  summaryLargest: '最も大きいのは {{name}} の {{share}} です。',
};

export default texts;
