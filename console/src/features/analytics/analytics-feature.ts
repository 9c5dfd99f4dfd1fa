import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    analytics: typeof texts;
  }
}

export const analyticsFeature: Feature = {
  name: 'analytics',
  title: { zh_CN: '数据分析', zh_HK: '數據分析', en_US: 'Analytics', ja_JP: '分析' },
  shortcut: 'a',
  screens: [{ path: '/panel/analytics', openTo: 'admin', load: () => import('./analytics-page.tsx') }],
};
