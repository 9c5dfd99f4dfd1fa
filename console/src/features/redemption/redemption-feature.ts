import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    redemption: typeof texts;
  }
}

export const redemptionFeature: Feature = {
  name: 'redemption',
  title: { zh_CN: '兑换码', zh_HK: '兌換碼', en_US: 'Redemption codes', ja_JP: '引き換えコード' },
  canCreate: true,
  screens: [{ path: '/panel/redemption', openTo: 'admin', load: () => import('./redemption-page.tsx') }],
};
