import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    'model-price': typeof texts;
  }
}

export const modelPriceFeature: Feature = {
  name: 'model-price',
  title: { zh_CN: '可用模型', zh_HK: '可用模型', en_US: 'Available models', ja_JP: '利用可能なモデル' },
  shortcut: 'm',
  screens: [
    { path: '/panel/model_price', openTo: 'user', load: () => import('./model-price-page.tsx') },
    {
      path: '/price',
      openTo: 'everybody',
      title: { zh_CN: '价格', zh_HK: '價格', en_US: 'Prices', ja_JP: '料金' },
      load: () => import('./public-price-page.tsx'),
    },
  ],
};
