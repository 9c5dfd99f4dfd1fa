import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    'user-group': typeof texts;
  }
}

export const userGroupFeature: Feature = {
  name: 'user-group',
  title: { zh_CN: '用户分组', zh_HK: '使用者群組', en_US: 'User groups', ja_JP: 'ユーザーグループ' },
  shortcut: 'g',
  canCreate: true,
  screens: [{ path: '/panel/user_group', openTo: 'admin', load: () => import('./user-group-page.tsx') }],
};
