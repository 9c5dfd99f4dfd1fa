import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    invoice: typeof texts;
  }
}

// One page for both addresses: each page of its own adds to the script of the first screen.
const load = () => import('./invoice-page.tsx');

export const invoiceFeature: Feature = {
  name: 'invoice',
  title: { zh_CN: '账单', zh_HK: '帳單', en_US: 'Invoices', ja_JP: '請求書' },
  siteFlag: 'UserInvoiceMonth',
  screens: [
    { path: '/panel/invoice', openTo: 'user', load },
    { path: '/panel/invoice/detail/:month', openTo: 'user', load },
  ],
};
