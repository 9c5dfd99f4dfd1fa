import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    playground: typeof texts;
  }
}

const load = () => import('./playground-page.tsx');

export const playgroundFeature: Feature = {
  name: 'playground',
  title: { zh_CN: '模型体验', zh_HK: '模型體驗', en_US: 'Playground', ja_JP: 'プレイグラウンド' },
  shortcut: 'p',
  screens: [
    { path: '/panel/playground', openTo: 'user', load },
    { path: '/playground', openTo: 'user', load },
  ],
};
