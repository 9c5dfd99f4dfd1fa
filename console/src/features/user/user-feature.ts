import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    user: typeof texts;
  }
}

export const userFeature: Feature = {
  name: 'user',
  title: { zh_CN: '用户', zh_HK: '使用者', en_US: 'Users', ja_JP: 'ユーザー' },
  shortcut: 'u',
  canCreate: true,
  screens: [{ path: '/panel/user', openTo: 'admin', load: () => import('./user-page.tsx') }],
};
