import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Sign in',
  continueTo: 'Sign in to continue to {{name}}',
  username: 'User name or e-mail',
  password: 'Password',
  signIn: 'Sign in',
  forgotten: 'Forgot your password? Ask the administrator to reset it.',
  secondStep: 'One more step: two-step verification',
  byPasskey: 'Sign in with a passkey',
  back: 'Back',
  forgotPassword: 'Forgot your password?',
  noAccount: 'No account yet?',
  register: 'Sign up',
  loginOk: 'Signed in',
  continueWith: 'Continue with {{provider}}',
  or: 'or',
  finishing: 'Signing you in…',
  retrying: 'Something went wrong. Retrying ({{count}})…',
  cancelled: 'You cancelled the sign-in.',
  noCode: 'The sign-in provider did not return a valid code. Start again.',
  backToSignIn: 'Back to sign in',
  backToProfile: 'Back to profile',
  bindOk: 'Sign-in linked',
};

export default texts;
