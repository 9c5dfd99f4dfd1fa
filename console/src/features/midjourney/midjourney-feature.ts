import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    midjourney: typeof texts;
  }
}

export const midjourneyFeature: Feature = {
  name: 'midjourney',
  title: {
    zh_CN: 'Midjourney 绘图',
    zh_HK: 'Midjourney 繪圖',
    en_US: 'Midjourney',
    ja_JP: 'Midjourney の画像',
  },
  screens: [{ path: '/panel/midjourney', openTo: 'user', load: () => import('./midjourney-page.tsx') }],
};
