import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'チャージ',
  purpose: 'オンライン決済または引き換えコードで残高をチャージします。',
  balance: '現在の残高',
  used: 'これまでの利用額 {{amount}}',
  records: '履歴',
  topUpRecords: 'チャージ',
  redemptionRecords: 'コード引き換え',
  rewardRecords: '招待の報酬',
  logRecords: 'ログ',
  redeemTitle: '引き換えコード',
  code: 'コード',
  codeHint: 'そのまま貼り付けできます。空白、ハイフン、大文字と小文字の違いは無視されます。',
  redeem: '引き換える',
  redeemed: '{{amount}} を残高に追加しました',
  way: '支払い方法',
};

export default texts;
