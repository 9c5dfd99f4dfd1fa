import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    'invite-code': typeof texts;
  }
}

export const inviteCodeFeature: Feature = {
  name: 'invite-code',
  title: { zh_CN: '邀请码', zh_HK: '邀請碼', en_US: 'Invitation codes', ja_JP: '招待コード' },
  canCreate: true,
  screens: [{ path: '/panel/invite_code', openTo: 'admin', load: () => import('./invite-code-page.tsx') }],
};
