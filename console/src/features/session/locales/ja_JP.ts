import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'ログイン',
  continueTo: '続けるには {{name}} にログインしてください',
  username: 'ユーザー名またはメールアドレス',
  password: 'パスワード',
  signIn: 'ログイン',
  forgotten: 'パスワードを忘れた場合は、管理者に再設定を依頼してください。',
  secondStep: 'あと 1 ステップ：2 段階認証',
  byPasskey: 'パスキーでログイン',
  back: '戻る',
  forgotPassword: 'パスワードをお忘れですか？',
  noAccount: 'アカウントをお持ちでない場合：',
  register: '新規登録',
  loginOk: 'ログインしました',
  continueWith: '{{provider}} でログイン',
  or: 'または',
  finishing: 'ログインしています…',
  retrying: 'エラーが発生しました。再試行しています（{{count}} 回目）…',
  cancelled: 'ログインをキャンセルしました。',
  noCode: 'ログインプロバイダーから有効なコードが返されませんでした。もう一度やり直してください。',
  backToSignIn: 'ログインに戻る',
  backToProfile: 'プロフィールに戻る',
  bindOk: '連携しました',
};

export default texts;
