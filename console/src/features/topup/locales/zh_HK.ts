import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '儲值',
  purpose: '為帳戶儲值：線上付款，或使用兌換碼。',
  balance: '目前餘額',
  used: '已用 {{amount}}',
  records: '紀錄',
  topUpRecords: '儲值',
  redemptionRecords: '兌換',
  rewardRecords: '邀請獎勵',
  logRecords: '日誌',
  redeemTitle: '兌換碼',
  code: '兌換碼',
  codeHint: '可直接貼上，空格、連字號和大小寫均不影響。',
  redeem: '兌換',
  redeemed: '兌換成功，{{amount}} 已到賬',
  way: '付款方式',
};

export default texts;
