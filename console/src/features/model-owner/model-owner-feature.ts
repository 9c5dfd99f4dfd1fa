import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    'model-owner': typeof texts;
  }
}

export const modelOwnerFeature: Feature = {
  name: 'model-owner',
  title: { zh_CN: '模型归属', zh_HK: '模型歸屬', en_US: 'Model owners', ja_JP: 'モデル提供元' },
  canCreate: true,
  screens: [{ path: '/panel/model_ownedby', openTo: 'admin', load: () => import('./model-owner-page.tsx') }],
};
