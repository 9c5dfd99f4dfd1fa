import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  view: '{{title}}の表示形式',
  asColumns: '棒グラフで表示：{{title}}',
  asLines: '折れ線で表示：{{title}}',
  asTable: '表で表示：{{title}}',
  time: '日時',
  total: '合計',
  other: 'その他',
  summaryHighest: '合計 {{total}}。最大は{{time}}の {{value}} です。',
  summaryLargest: '最も大きいのは {{name}} の {{share}} です。',
};

export default texts;
