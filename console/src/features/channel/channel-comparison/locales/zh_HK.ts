import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '比較 {{count}} 個渠道',
  hideEqual: '只顯示不同的設定',
  differingCount: '{{total}} 項設定中有 {{count}} 項不同。',
  allEqual: '這些渠道的設定相同。',
  table: '渠道對比',
  member: '設定',
  differs: '不同',
  other: '附加值',
  modelCount: '{{count}} 個模型',
  notInAll: '並非都有：{{models}}',
  severalKeys: '{{hint}} 等，另有 {{count}} 個',
  secretMark: '值 {{letter}}',
  lettersNote: '金鑰和代理不會顯示：字母相同即值相同。',
  unreadable: '無法比較',
  yes: '是',
  no: '否',
};

export default texts;
