import type { Language, NotificationKind } from '@turnpike/contract';
import type { ModuleDeps } from '../module-deps.ts';
import { dollarText } from '../user/amount-text.ts';
import enUS from './locales/en_US.ts';
import jaJP from './locales/ja_JP.ts';
import zhCN from './locales/zh_CN.ts';
import zhHK from './locales/zh_HK.ts';
import type { NotificationTexts } from './notification-texts.ts';

const texts: Record<Language, NotificationTexts> = { zh_CN: zhCN, zh_HK: zhHK, en_US: enUS, ja_JP: jaJP };

type Facts = Readonly<Record<string, unknown>>;

/** Pages of the console by kind. */
const pages: Record<NotificationKind, string> = {
  low_balance: '/panel/topup',
  budget_alert: '/panel/token',
  daily_digest: '/panel/dashboard',
  channel_disabled: '/panel/channel',
  channel_enabled: '/panel/channel',
  key_disabled: '/panel/channel',
  vendor_low_credit: '/panel/channel',
  charges_rejected: '/panel/dashboard',
  customer_low_balance: '/panel/user',
  prices_changed: '/panel/pricing',
  site_digest: '/panel/dashboard',
};

export interface TextContext {
  options: Pick<ModuleDeps['options'], 'text' | 'flag'>;
  language: Language;
}

export interface NotificationText {
  title: string;
  text: string;
  link: string;
}

/**
 * An event in one language. Points become an amount, and lists are joined.
 *
 *     toNotificationText('low_balance', { points: 400 }, context);
 */
export function toNotificationText(
  kind: NotificationKind | 'test' | 'summary',
  facts: Facts,
  { options, language }: TextContext,
): NotificationText {
  const words = texts[language];
  const values: Facts = { ...facts, site: options.text('SystemName'), ...amountOf(facts, options) };
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => shown(values[name], words));
  const site = options.text('ServerAddress').replace(/\/+$/, '');
  const page = kind === 'test' || kind === 'summary' ? '/panel/profile' : pages[kind];
  const { title, text } = words[kind];
  return { title: fill(title), text: fill(text), link: site === '' ? '' : `${site}${page}` };
}

/** "low balance: 12, budget alert: 3" */
export const kindCountsText = (
  counts: readonly { kind: NotificationKind; count: number }[],
  language: Language,
): string =>
  counts
    .map(({ kind, count }) => `${texts[language].kinds[kind]} × ${count}`)
    .join(texts[language].separator);

function amountOf({ points }: Facts, options: TextContext['options']): { amount?: string } {
  if (typeof points !== 'number') return {};
  return { amount: options.flag('DisplayInCurrencyEnabled') ? dollarText(points) : String(points) };
}

function shown(value: unknown, { nothing, separator }: NotificationTexts): string {
  const list = Array.isArray(value) ? value.map(String).join(separator) : String(value ?? '');
  return list.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim() || nothing;
}
