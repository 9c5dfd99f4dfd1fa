import type { Language } from '@turnpike/contract';

/** Names as their readers write them. */
export const languageNames: Record<Language, string> = {
  zh_CN: '简体中文',
  zh_HK: '繁體中文',
  en_US: 'English',
  ja_JP: '日本語',
};

const STORAGE_KEY = 'appLanguage';

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languageNames, value);

/**
 * The reader's choice: named by the address (`?lng=ja_JP`), made in this console, or left by one-hub.
 * Source: docs/reference/compatibility.md, "Stored keys".
 */
export function readStoredLanguage(): Language | undefined {
  const named = new URLSearchParams(window.location.search).get('lng');
  const cookie = /(?:^|;\s*)i18next=([\w-]+)/.exec(document.cookie)?.[1];
  return [named, readKey(STORAGE_KEY), cookie, readKey('i18nextLng')].find(isLanguage);
}

function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStoredLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // A browser that stores nothing still changes the language for this visit.
  }
}

/** First of the browser's languages that the console speaks: for a site that has not chosen its own yet. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language | undefined {
  for (const tag of wanted) {
    const lower = tag.toLowerCase();
    if (/^zh-(hk|tw|mo|hant)/.test(lower)) return 'zh_HK';
    if (lower.startsWith('zh')) return 'zh_CN';
    if (lower.startsWith('ja')) return 'ja_JP';
    if (lower.startsWith('en')) return 'en_US';
  }
  return undefined;
}

/** BCP 47 tag for `lang` and Intl. */
export const toTag = (language: string): string => language.replace('_', '-');
