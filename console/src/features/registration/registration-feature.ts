import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    registration: typeof texts;
  }
}

const reset = {
  zh_CN: '重置密码',
  zh_HK: '重設密碼',
  en_US: 'Reset password',
  ja_JP: 'パスワードの再設定',
};

export const registrationFeature: Feature = {
  name: 'registration',
  title: { zh_CN: '注册', zh_HK: '註冊', en_US: 'Sign up', ja_JP: '新規登録' },
  screens: [
    { path: '/register', openTo: 'everybody', load: () => import('./register-page.tsx') },
    { path: '/reset', title: reset, openTo: 'everybody', load: () => import('./forgotten-page.tsx') },
    { path: '/user/reset', title: reset, openTo: 'everybody', load: () => import('./new-password-page.tsx') },
  ],
};
