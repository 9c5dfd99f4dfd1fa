import type { Language } from '@turnpike/contract';
import type { BotTexts } from './bot-text-shape.ts';
import enUS from './locales/en_US.ts';
import jaJP from './locales/ja_JP.ts';
import zhCN from './locales/zh_CN.ts';
import zhHK from './locales/zh_HK.ts';

export type TextKey = Exclude<keyof BotTexts, 'command'>;
export type TextValues = Readonly<Record<string, string | number>>;

export const botTexts: Record<Language, BotTexts> = { zh_CN: zhCN, zh_HK: zhHK, en_US: enUS, ja_JP: jaJP };

export const fillText = (text: string, values: TextValues): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name] ?? ''));
