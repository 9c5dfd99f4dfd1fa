import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '利用可能なモデル',
  purpose: '選択したグループの料金（{{unit}}\u00a0トークンあたり）。',
  purposeMultiplier: '倍率 1\u00a0は 1K\u00a0トークンあたり $0.002 です。グループ倍率を含みます。',
  search: 'モデルを検索',
  group: 'グループ',
  groupRatio: '{{name}}（×{{ratio}}）',
  groupFree: '{{name}}（無料）',
  shown: '表示',
  onlyAvailable: '利用可能なモデルのみ',
  allModels: 'すべてのモデル',
  copyModel: '{{model}} をコピー',
  allOwners: 'すべての提供元',
  notAvailable: 'このグループでは利用不可',
  nothingFound: '条件に合うモデルがありません',
  nothingFoundHint: '別の語で試すか、絞り込みを解除してください。',
  gone: '{{model}} という利用可能なモデルはありません。',
};

export default texts;
