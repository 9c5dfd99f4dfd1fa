import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  heading: '模型狀態',
  purpose: '最近 24 小時內得到應答的呼叫比例，每 30 秒更新。',
  off: '本站未開放狀態頁',
  search: '搜尋模型',
  state: '狀態',
  state_operational: '正常',
  state_degraded: '部分異常',
  state_down: '不可用',
  state_idle: '近期無呼叫',
  nothingFound: '沒有符合條件的模型',
  empty: '暫無模型',
  emptyHint: '有可用的公開模型後會顯示在這裏。',
  allWork: '近期有呼叫的模型全部正常',
  troubled_one: '{{number}} 個模型異常',
  troubled_other: '{{number}} 個模型異常',
  model: '模型',
  answered: '24 小時應答率',
  firstByte: '平均首位元組時間',
  day: '最近 24 小時',
  stripNone: '最近 24 小時的呼叫太少，無法顯示',
  stripWhole: '最近 24 小時：每小時的呼叫均得到應答',
  stripWorst: '最近 24 小時中最差的一小時：由 {{time}} 起，應答 {{percent}}%',
};

export default texts;
