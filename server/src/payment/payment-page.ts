import type { Language } from '@turnpike/contract';
import { escapeHtml, type Page } from '../http/page-answer.ts';
import enUS from './locales/en_US.ts';
import jaJP from './locales/ja_JP.ts';
import zhCN from './locales/zh_CN.ts';
import zhHK from './locales/zh_HK.ts';

type PageTexts = Record<keyof typeof zhCN, string>;

const texts: Record<Language, PageTexts> = { zh_CN: zhCN, zh_HK: zhHK, en_US: enUS, ja_JP: jaJP };

/** A text of the pages that buyers open in the course of a payment, escaped for HTML. */
export const pageText = (language: Language, name: keyof PageTexts): string =>
  escapeHtml(texts[language][name]);

const STYLE =
  'body{font:16px/1.6 system-ui;margin:0;display:grid;place-items:center;min-height:90vh;color:#222}' +
  'main{padding:24px;max-width:26em;text-align:center}a,button{font:inherit;padding:12px 24px}' +
  'a{display:inline-block;color:#07629f}button{border:0;border-radius:6px;color:#fff;background:#07883f}' +
  'code{overflow-wrap:anywhere;user-select:all}';

/** The frame of such a page. @param content and @param attributes of `main` in HTML */
export const payPageHtml = (language: Language, content: string, attributes = ''): string =>
  `<!doctype html><html lang="${language.replace('_', '-')}"><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width"><title>${pageText(language, 'title')}</title>` +
  `<style>${STYLE}</style><main${attributes}>${content}</main>`;

/** A link to the page of the buyer's orders. */
export const backLink = (language: Language, returnUrl: string): string =>
  `<p><a href="${escapeHtml(returnUrl)}">${pageText(language, 'back')}</a></p>`;

/** A page that says one thing. @param address shown for copying */
export function noticePage({
  language,
  text,
  returnUrl,
  address,
  status = 200,
}: {
  language: Language;
  text: keyof PageTexts;
  returnUrl: string;
  address?: string;
  status?: number;
}): Page {
  const shown = address === undefined ? '' : `<p><code>${escapeHtml(address)}</code></p>`;
  const content = `<p>${pageText(language, text)}</p>${shown}${backLink(language, returnUrl)}`;
  return { html: payPageHtml(language, content), script: '', formTargets: '', status };
}
