import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    payment: typeof texts;
  }
}

export const paymentFeature: Feature = {
  name: 'payment',
  title: { zh_CN: '支付', zh_HK: '支付', en_US: 'Payments', ja_JP: '決済' },
  screens: [{ path: '/panel/payment', openTo: 'admin', load: () => import('./payment-page.tsx') }],
};
