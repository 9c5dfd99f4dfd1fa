import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    token: typeof texts;
  }
}

export const tokenFeature: Feature = {
  name: 'token',
  title: { zh_CN: '令牌', zh_HK: '令牌', en_US: 'API keys', ja_JP: 'API キー' },
  shortcut: 't',
  canCreate: true,
  screens: [{ path: '/panel/token', openTo: 'user', load: () => import('./token-page.tsx') }],
};
