import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '登入',
  continueTo: '登入後繼續使用 {{name}}',
  username: '使用者名稱或電郵',
  password: '密碼',
  signIn: '登入',
  forgotten: '忘記密碼？請聯絡管理員重設。',
  secondStep: '還差一步：雙重驗證',
  byPasskey: '使用通行密鑰登入',
  back: '返回',
  forgotPassword: '忘記密碼？',
  noAccount: '還沒有帳號？',
  register: '註冊',
  loginOk: '登入成功',
  continueWith: '使用 {{provider}} 登入',
  or: '或',
  finishing: '正在完成登入…',
  retrying: '發生錯誤，正在重試（第 {{count}} 次）…',
  cancelled: '你已取消授權。',
  noCode: '登入服務商沒有傳回有效的授權碼，請重新開始。',
  backToSignIn: '返回登入',
  backToProfile: '返回個人資料',
  bindOk: '綁定成功',
};

export default texts;
