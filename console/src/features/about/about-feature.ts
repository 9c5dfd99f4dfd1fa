import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    about: typeof texts;
  }
}

export const aboutFeature: Feature = {
  name: 'about',
  title: { zh_CN: '关于', zh_HK: '關於', en_US: 'About', ja_JP: 'このサイトについて' },
  screens: [{ path: '/about', openTo: 'everybody', load: () => import('./about-page.tsx') }],
};
