import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    channel: typeof texts;
  }
}

export const channelFeature: Feature = {
  name: 'channel',
  title: { zh_CN: '渠道', zh_HK: '渠道', en_US: 'Channels', ja_JP: 'チャネル' },
  shortcut: 'c',
  canCreate: true,
  screens: [{ path: '/panel/channel', openTo: 'admin', load: () => import('./channel-page.tsx') }],
};
