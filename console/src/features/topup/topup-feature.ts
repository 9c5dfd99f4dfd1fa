import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    topup: typeof texts;
  }
}

export const topUpFeature: Feature = {
  name: 'topup',
  title: { zh_CN: '充值', zh_HK: '儲值', en_US: 'Top up', ja_JP: 'チャージ' },
  screens: [{ path: '/panel/topup', openTo: 'user', load: () => import('./topup-page.tsx') }],
};
