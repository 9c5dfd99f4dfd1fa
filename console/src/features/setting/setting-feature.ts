import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    setting: typeof texts;
  }
}

export const settingFeature: Feature = {
  name: 'setting',
  title: { zh_CN: '系统设置', zh_HK: '系統設定', en_US: 'Settings', ja_JP: 'システム設定' },
  shortcut: 's',
  screens: [{ path: '/panel/setting', openTo: 'admin', load: () => import('./setting-page.tsx') }],
};
