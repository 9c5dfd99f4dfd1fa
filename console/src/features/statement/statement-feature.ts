import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    statement: typeof texts;
  }
}

export const statementFeature: Feature = {
  name: 'statement',
  title: { zh_CN: '余额明细', zh_HK: '餘額明細', en_US: 'Statement', ja_JP: '残高明細' },
  shortcut: 'b',
  screens: [{ path: '/panel/statement', openTo: 'user', load: () => import('./statement-page.tsx') }],
};
