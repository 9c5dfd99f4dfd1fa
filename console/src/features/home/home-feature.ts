import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    home: typeof texts;
  }
}

export const homeFeature: Feature = {
  name: 'home',
  title: { zh_CN: '首页', zh_HK: '首頁', en_US: 'Home', ja_JP: 'ホーム' },
  screens: [{ path: '/', openTo: 'everybody', load: () => import('./home-page.tsx') }],
};
