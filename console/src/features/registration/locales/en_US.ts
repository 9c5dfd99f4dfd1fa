import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Sign up',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  username: 'User name',
  usernameHint: '3 to 12 characters, without spaces and @.',
  password: 'Password',
  repeatedPassword: 'Repeat password',
  invitation: 'Invitation code',
  register: 'Create account',
  registered: 'Account created',
  closed: 'Sign-up is closed on this site. Ask the administrator for an account.',
  resetTitle: 'Reset password',
  resetLead: 'Enter the e-mail address of your account. We will send you a link to choose a new password.',
  resetOff: 'This site cannot send reset e-mails. Ask the administrator to reset your password.',
  email: 'E-mail',
  sendLink: 'Send link',
  linkSent: 'If {{email}} belongs to an account, a link will arrive shortly. Check your spam folder too.',
  sendAgain: 'Send again',
  sendAgainIn: 'Send again in {{seconds}} s',
  newPasswordTitle: 'Choose a new password',
  newPasswordLead: 'Saving it signs you out on all devices.',
  newPassword: 'New password',
  savePassword: 'Save password',
  passwordSaved: 'Password changed. Sign in with it.',
  invalidLink: 'This link is not valid',
  invalidLinkHint: 'It is incomplete, was used or has expired.',
  newLink: 'Get a new link',
  backToSignIn: 'Back to sign-in',
};

export default texts;
