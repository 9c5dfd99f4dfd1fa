import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    log: typeof texts;
  }
}

export const logFeature: Feature = {
  name: 'log',
  title: { zh_CN: '日志', zh_HK: '日誌', en_US: 'Logs', ja_JP: 'ログ' },
  shortcut: 'l',
  screens: [{ path: '/panel/log', openTo: 'user', load: () => import('./log-page.tsx') }],
};
