import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    jump: typeof texts;
  }
}

export const jumpFeature: Feature = {
  name: 'jump',
  title: { zh_CN: '离开本站', zh_HK: '離開本站', en_US: 'Leave this site', ja_JP: 'このサイトを離れる' },
  screens: [{ path: '/jump', openTo: 'everybody', load: () => import('./jump-page.tsx') }],
};
