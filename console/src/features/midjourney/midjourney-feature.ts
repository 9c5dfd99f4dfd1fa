import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    midjourney: typeof texts;
  }
}

export const midjourneyFeature: Feature = {
  name: 'midjourney',
  title: { zh_CN: 'Midjourney', zh_HK: 'Midjourney', en_US: 'Midjourney', ja_JP: 'Midjourney' },
  screens: [{ path: '/panel/midjourney', openTo: 'user', load: () => import('./midjourney-page.tsx') }],
};
