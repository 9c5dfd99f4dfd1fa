import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    session: typeof texts;
  }
}

const loadReturnPage = () => import('./provider-return-page.tsx');

export const sessionFeature: Feature = {
  name: 'session',
  title: { zh_CN: '登录', zh_HK: '登入', en_US: 'Sign in', ja_JP: 'ログイン' },
  screens: [
    { path: '/login', openTo: 'everybody', load: () => import('./sign-in-page.tsx') },
    { path: '/oauth/github', openTo: 'everybody', load: loadReturnPage },
    { path: '/oauth/oidc', openTo: 'everybody', load: loadReturnPage },
    { path: '/oauth/lark', openTo: 'everybody', load: loadReturnPage },
    { path: '/oauth/telegram', openTo: 'everybody', load: loadReturnPage },
  ],
};
