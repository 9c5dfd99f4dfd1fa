import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '可用模型',
  purpose: '按所選群組計算的價格，按每 {{unit}} token 計。',
  purposeMultiplier: '倍率 1 = 每 1K token $0.002，已乘以群組倍率。',
  search: '搜尋模型',
  group: '群組',
  groupRatio: '{{name}}（×{{ratio}}）',
  groupFree: '{{name}}（免費）',
  shown: '顯示',
  onlyAvailable: '只限可用模型',
  allModels: '全部模型',
  copyModel: '複製 {{model}}',
  allOwners: '全部歸屬',
  notAvailable: '此群組不可用',
  nothingFound: '沒有符合條件的模型',
  nothingFoundHint: '換個字詞，或清除篩選。',
  gone: '沒有名為 {{model}} 的可用模型。',
};

export default texts;
