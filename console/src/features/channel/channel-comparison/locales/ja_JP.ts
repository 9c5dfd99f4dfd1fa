import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '{{count}} 件のチャネルを比較',
  hideEqual: '異なる設定だけを表示',
  differingCount: '{{total}} 項目中 {{count}} 項目が異なります。',
  allEqual: 'これらのチャネルの設定は同じです。',
  table: 'チャネルの比較',
  member: '設定',
  differs: '相違',
  other: '追加の値',
  modelCount: 'モデル {{count}} 件',
  notInAll: '一部のみ：{{models}}',
  severalKeys: '{{hint}} ほか {{count}} 件',
  secretMark: '値 {{letter}}',
  lettersNote: '秘密の値は表示されません。同じ文字は同じ値を表します。',
  unreadable: '比較できません',
  yes: 'はい',
  no: 'いいえ',
};

export default texts;
