import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Top up',
  purpose: 'Add to your balance by paying online or with a redemption code.',
  balance: 'Current balance',
  used: '{{amount}} used so far',
  records: 'Records',
  topUpRecords: 'Top-ups',
  redemptionRecords: 'Redeemed codes',
  rewardRecords: 'Invitation rewards',
  logRecords: 'Log',
  redeemTitle: 'Redemption code',
  code: 'Code',
  codeHint: 'Paste it as it is: blanks, hyphens and case do not matter.',
  redeem: 'Redeem',
  redeemed: '{{amount}} added to your balance',
  way: 'Payment method',
};

export default texts;
