import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '邀請',
  about: '把連結發給別人。對方用它註冊後會計入你的邀請。',
  aboutReward: '把連結發給別人。每邀請一個新帳戶，你獲得 {{reward}}。',
  aboutFirstPayment: '對方首次付款後，你得到 {{reward}}。',
  aboutRebate: '對方每次付款，你得到 {{percent}} %。',
  aboutGift: '對方另得 {{gift}}。',
  link: '邀請連結',
  copyLink: '複製連結',
  count: '已邀請',
  earned: '累計獎勵',
  left: '可轉入餘額',
  transfer: '轉入餘額',
  transferTitle: '把 {{amount}} 轉入餘額？',
  transferHint: '轉入後不能復原。',
  transferred: '{{amount}} 已轉入餘額',
  details: '查看邀請',
};

export default texts;
