import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  heading: 'モデルのステータス',
  purpose: '過去 24 時間に応答できた呼び出しの割合です。30 秒ごとに更新します。',
  off: 'このサイトにはステータスページがありません',
  search: 'モデルを検索',
  state: '状態',
  state_operational: '正常',
  state_degraded: '一部で異常',
  state_down: '停止中',
  state_idle: '最近の呼び出しなし',
  nothingFound: '条件に合うモデルはありません',
  empty: 'モデルはまだありません',
  emptyHint: '公開モデルが利用できるようになると、ここに表示されます。',
  allWork: '最近呼び出しのあったモデルはすべて正常です',
  troubled_one: '{{number}} 個のモデルに異常',
  troubled_other: '{{number}} 個のモデルに異常',
  model: 'モデル',
  answered: '24 時間の応答率',
  firstByte: '最初のバイトまで（平均）',
  day: '過去 24 時間',
  stripNone: '過去 24 時間の呼び出しが少ないため表示できません',
  stripWhole: '過去 24 時間：どの時間帯もすべて応答しました',
  stripWorst: '過去 24 時間で最も悪い時間帯：{{time}} から、応答 {{percent}}%',
};

export default texts;
