import type zhCN from './locales/zh_CN.ts';

export type InvoiceTexts = Record<keyof typeof zhCN, string>;
