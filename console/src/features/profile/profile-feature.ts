import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    profile: typeof texts;
  }
}

export const profileFeature: Feature = {
  name: 'profile',
  title: { zh_CN: '个人资料', zh_HK: '個人資料', en_US: 'Profile', ja_JP: 'プロフィール' },
  shortcut: 'o',
  screens: [{ path: '/panel/profile', openTo: 'user', load: () => import('./profile-page.tsx') }],
};
