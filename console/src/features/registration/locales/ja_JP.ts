import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '新規登録',
  haveAccount: 'すでにアカウントをお持ちの場合：',
  signIn: 'ログイン',
  username: 'ユーザー名',
  usernameHint: '3〜12\u00a0文字。スペースと「@」は使えません。',
  password: 'パスワード',
  repeatedPassword: 'パスワード（確認）',
  invitation: '招待コード',
  register: 'アカウントを作成',
  registered: 'アカウントを作成しました',
  closed: 'このサイトでは新規登録を受け付けていません。管理者にアカウントの作成を依頼してください。',
  resetTitle: 'パスワードの再設定',
  resetLead:
    'アカウントのメールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。',
  resetOff: 'このサイトは再設定用メールを送信できません。管理者にパスワードの再設定を依頼してください。',
  email: 'メールアドレス',
  sendLink: 'リンクを送信',
  linkSent:
    '{{email}} がアカウントに登録されている場合は、まもなくリンクが届きます。迷惑メールフォルダーもご確認ください。',
  sendAgain: '再送信',
  sendAgainIn: '{{seconds}} 秒後に再送信できます',
  newPasswordTitle: '新しいパスワードの設定',
  newPasswordLead: '保存すると、すべてのデバイスからログアウトします。',
  newPassword: '新しいパスワード',
  savePassword: 'パスワードを保存',
  passwordSaved: 'パスワードを変更しました。ログインしてください。',
  invalidLink: 'このリンクは無効です',
  invalidLinkHint: '不完全、使用済み、または期限切れです。',
  newLink: '新しいリンクを取得',
  backToSignIn: 'ログインに戻る',
};

export default texts;
