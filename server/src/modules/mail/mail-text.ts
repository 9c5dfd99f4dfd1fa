import type { Language } from '@turnpike/contract';
import enUS from './locales/en_US.ts';
import jaJP from './locales/ja_JP.ts';
import zhCN from './locales/zh_CN.ts';
import zhHK from './locales/zh_HK.ts';
import type { OutgoingMail } from './mail-connection.ts';
import { oneLine } from './mail-server.ts';
import type { MailTemplates } from './mail-template.ts';

const texts: Record<Language, MailTemplates> = { zh_CN: zhCN, zh_HK: zhHK, en_US: enUS, ja_JP: jaJP };

/** Changes of how an account signs in. Its owner must hear of them, in case somebody else made them. */
export type NoticeKind =
  | 'passwordChanged'
  | 'emailChanged'
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'identityLinked'
  | 'identityUnlinked'
  | 'accessTokenMade'
  | 'telegramLinked'
  | 'telegramUnlinked';

/** A mail by the values of its template. Every template may also name the site. */
export type Mail =
  | { kind: 'registerCode' | 'emailCode'; code: string; minutes: number }
  | { kind: 'addressTaken' | 'test' }
  | { kind: 'resetPassword'; name: string; link: string; minutes: number }
  | { kind: 'lowBalance'; name: string; amount: string; link: string }
  | { kind: 'keyBudget'; name: string; key: string; percent: number; link: string }
  | { kind: 'accountBudget'; name: string; percent: number; link: string }
  | { kind: 'notification'; title: string; text: string; link: string }
  | { kind: 'invoice'; name: string; number: string; month: string; amount: string; link: string }
  | { kind: NoticeKind; name: string; link: string };

/**
 * Fills the template of a mail in one language.
 *
 *     toMailText({ kind: 'registerCode', code: '123456', minutes: 10 }, { language: 'en_US', site: 'Turnpike' });
 */
export function toMailText(
  { kind, ...values }: Mail,
  { language, site }: { language: Language; site: string },
): Omit<OutgoingMail, 'address'> {
  const { subject, body } = texts[language][kind];
  const given: Record<string, string | number> = { ...values, site: oneLine(site) };
  const fill = (text: string, show: (value: string) => string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name) => show(String(given[name])));
  const plain = (text: string) => fill(text, oneLine);
  // A part without its value, such as the link while the site's address is not set, is left out.
  const parts = body.split('\n\n').filter((part) => plain(part) !== '');
  return {
    subject: plain(subject),
    text: `${parts.map(plain).join('\n\n')}\n`,
    html: parts.map((part) => toHtml(part, (text) => fill(text, escapeHtml))).join('\n'),
  };
}

function toHtml(part: string, fill: (text: string) => string): string {
  const text = fill(part);
  if (part === '{{link}}') return `<p><a href="${text}">${text}</a></p>`;
  if (part === '{{code}}') return `<p style="font-size:24px;letter-spacing:4px"><strong>${text}</strong></p>`;
  return `<p>${text}</p>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  oneLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
