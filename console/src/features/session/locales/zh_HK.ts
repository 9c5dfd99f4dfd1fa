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
};

export default texts;
