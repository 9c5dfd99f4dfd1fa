import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '註冊',
  haveAccount: '已有帳號？',
  signIn: '登入',
  username: '使用者名稱',
  usernameHint: '3–12 個字元，不含空格及 @。',
  password: '密碼',
  repeatedPassword: '再次輸入密碼',
  invitation: '邀請碼',
  register: '建立帳號',
  registered: '帳號已建立',
  closed: '本站未開放註冊，請聯絡管理員建立帳號。',
  resetTitle: '重設密碼',
  resetLead: '輸入帳號的電郵地址，我們會發送一個用於設定新密碼的連結。',
  resetOff: '本站無法發送重設電郵，請聯絡管理員重設密碼。',
  email: '電郵',
  sendLink: '發送連結',
  linkSent: '如果 {{email}} 屬於一個帳號，重設連結很快便會送達。請同時檢查垃圾郵件。',
  sendAgain: '重新發送',
  sendAgainIn: '{{seconds}} 秒後可重新發送',
  newPasswordTitle: '設定新密碼',
  newPasswordLead: '儲存後，所有已登入的裝置都會登出。',
  newPassword: '新密碼',
  savePassword: '儲存密碼',
  passwordSaved: '密碼已更改，請登入',
  invalidLink: '連結無效',
  invalidLinkHint: '連結不完整、已使用或已過期。',
  newLink: '取得新連結',
  backToSignIn: '返回登入',
};

export default texts;
