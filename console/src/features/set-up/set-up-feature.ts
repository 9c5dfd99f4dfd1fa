import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    'set-up': typeof texts;
  }
}

export const setUpFeature: Feature = {
  name: 'set-up',
  title: { zh_CN: '初始设置', zh_HK: '初始設定', en_US: 'Set up', ja_JP: '初期設定' },
  screens: [{ path: '/setup', openTo: 'everybody', load: () => import('./set-up-page.tsx') }],
};
