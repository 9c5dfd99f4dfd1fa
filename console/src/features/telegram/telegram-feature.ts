import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    telegram: typeof texts;
  }
}

export const telegramFeature: Feature = {
  name: 'telegram',
  title: {
    zh_CN: 'Telegram 机器人',
    zh_HK: 'Telegram 機械人',
    en_US: 'Telegram bot',
    ja_JP: 'Telegram ボット',
  },
  // The sign-in page has this icon already.
  canCreate: true,
  screens: [{ path: '/panel/telegram', openTo: 'root', load: () => import('./telegram-page.tsx') }],
};
