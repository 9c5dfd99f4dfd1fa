import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    invoice: typeof texts;
  }
}

export const invoiceFeature: Feature = {
  name: 'invoice',
  title: { zh_CN: '账单', zh_HK: '帳單', en_US: 'Invoices', ja_JP: '請求書' },
  siteFlag: 'UserInvoiceMonth',
  screens: [
    { path: '/panel/invoice', openTo: 'user', load: () => import('./invoice-page.tsx') },
    {
      path: '/panel/invoice/detail/:month',
      openTo: 'user',
      title: { zh_CN: '账单详情', zh_HK: '帳單詳情', en_US: 'Invoice', ja_JP: '請求書の詳細' },
      load: () => import('./invoice-detail-page.tsx'),
    },
  ],
};
