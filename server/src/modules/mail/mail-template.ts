import type zhCN from './locales/zh_CN.ts';

/** The templates of one language. A blank line separates paragraphs; `{{name}}` stands for a value. */
export type MailTemplates = { [Kind in keyof typeof zhCN]: { subject: string; body: string } };
