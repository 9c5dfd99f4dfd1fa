import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'ログイン',
  continueTo: 'ログインして {{name}} を続ける',
  username: 'ユーザー名またはメールアドレス',
  password: 'パスワード',
  signIn: 'ログイン',
};

export default texts;
