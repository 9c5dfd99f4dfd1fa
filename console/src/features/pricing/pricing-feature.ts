import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    pricing: typeof texts;
  }
}

export const pricingFeature: Feature = {
  name: 'pricing',
  title: { zh_CN: '模型价格', zh_HK: '模型價格', en_US: 'Model prices', ja_JP: 'モデル料金' },
  canCreate: true,
  screens: [{ path: '/panel/pricing', openTo: 'admin', load: () => import('./pricing-page.tsx') }],
};
