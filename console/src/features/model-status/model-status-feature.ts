import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    'model-status': typeof texts;
  }
}

export const modelStatusFeature: Feature = {
  name: 'model-status',
  title: { zh_CN: '状态', zh_HK: '狀態', en_US: 'Status', ja_JP: 'ステータス' },
  screens: [{ path: '/status', openTo: 'everybody', load: () => import('./model-status-page.tsx') }],
  siteFlag: 'model_status_page',
};
