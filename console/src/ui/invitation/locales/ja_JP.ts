import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '招待',
  about: 'リンクを送ってください。そこから登録したアカウントは、あなたの招待として数えられます。',
  aboutReward: 'リンクを送ってください。新しいアカウントごとに {{reward}} を獲得できます。',
  aboutFirstPayment: '相手の初回の支払いで {{reward}} を受け取れます。',
  aboutRebate: '相手の支払いごとに {{percent}} % を受け取れます。',
  aboutGift: '登録した人には {{gift}} が付与されます。',
  link: '招待リンク',
  copyLink: 'リンクをコピー',
  count: '招待した人数',
  earned: 'これまでの報酬',
  left: '残高に移せる報酬',
  transfer: '残高に移す',
  transferTitle: '{{amount}} を残高に移しますか？',
  transferHint: '元に戻せません。',
  transferred: '{{amount}} を残高に移しました',
  details: '招待を見る',
};

export default texts;
