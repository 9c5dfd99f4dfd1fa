import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Invitations',
  about: 'Send the link to others. Accounts that register with it count as invited by you.',
  aboutReward: 'Send the link to others. You earn {{reward}} for each new account.',
  aboutFirstPayment: 'You earn {{reward}} for their first payment.',
  aboutRebate: 'You earn {{percent}} % of their payments.',
  aboutGift: 'They start with an extra {{gift}}.',
  link: 'Invitation link',
  copyLink: 'Copy link',
  count: 'Invited',
  earned: 'Rewards so far',
  left: 'Available to transfer',
  transfer: 'Transfer to balance',
  transferTitle: 'Transfer {{amount}} to your balance?',
  transferHint: 'This cannot be undone.',
  transferred: '{{amount}} transferred to your balance',
  details: 'View invitations',
};

export default texts;
