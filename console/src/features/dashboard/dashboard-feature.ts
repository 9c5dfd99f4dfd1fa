import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    dashboard: typeof texts;
  }
}

const load = () => import('./dashboard-page.tsx');

export const dashboardFeature: Feature = {
  name: 'dashboard',
  title: { zh_CN: '仪表盘', zh_HK: '儀表板', en_US: 'Dashboard', ja_JP: 'ダッシュボード' },
  shortcut: 'd',
  hasBreadcrumb: false,
  screens: [
    { path: '/panel/dashboard', openTo: 'user', load },
    { path: '/panel', openTo: 'user', load },
  ],
};
