import type zhCN from './locales/zh_CN.ts';

/** The texts of one language; `{{name}}` stands for a value. */
export type NotificationTexts = typeof zhCN;
