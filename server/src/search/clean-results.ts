import { MAX_QUERY_CHARACTERS, type SearchResult } from '@turnpike/contract';
import type { FoundPage } from './search-engine.ts';

const MAX_TITLE = 200;
const MAX_URL = 2_000;
const MAX_TEXT = 1_500;
/** Source: Brave Search API reference, "Web search", `q`. */
const MAX_QUERY_WORDS = 50;
/** Characters of an engine's text that are read; cleaning takes time. */
const MAX_READ = 20_000;
/** Entries of an answer that are read. */
const MAX_PAGES = 50;

const TAG = /<\/?[a-z][^<>]{0,200}>/gi;
const ENTITY = /&(amp|lt|gt|quot|apos|nbsp|#39|#x27);/gi;
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ nbsp: ' ', '#39': "'", '#x27': "'" },
};
/** Characters that nobody sees, except the joiners of emoji and of Persian: they can hide an instruction. */
const UNSEEN = /(?![\u200c\u200d])(?:[\p{Cf}\p{Co}]|[\u{e0100}-\u{e01ef}])/gu;
const BREAKS = /[\p{Cc}\p{Z}]+/gu;
/** Brackets in a row could look like the markers around the sources. */
const MARKER_BRACKETS = /([<>])[<>]+/g;

/**
 * Cleans an engine's results: plain texts of one line, web addresses only, each address once.
 * @param count results to return at most
 */
export function cleanResults(pages: readonly FoundPage[], count: number): SearchResult[] {
  const results = new Map<string, SearchResult>();
  for (const { title, url, text } of pages.slice(0, MAX_PAGES)) {
    if (results.size >= count) break;
    const address = webAddressOf(url);
    if (address === null || results.has(address.href)) continue;
    const result = { title: plainLine(title, MAX_TITLE), url: address.href, text: plainLine(text, MAX_TEXT) };
    if (result.title === '' && result.text === '') continue;
    results.set(result.url, { ...result, title: result.title || address.hostname });
  }
  return [...results.values()];
}

/** A question in one line that each engine accepts. */
export function cleanQuery(text: string): string {
  const words = plainLine(text, MAX_READ).split(' ').slice(0, MAX_QUERY_WORDS).join(' ');
  return withoutHalf(words.slice(0, MAX_QUERY_CHARACTERS)).trim();
}

/** @returns null for other schemes, credentials and long addresses */
function webAddressOf(url: string): URL | null {
  if (url.length > MAX_URL || !/^https?:\/\//i.test(url)) return null;
  const address = URL.parse(url);
  if (address === null || address.username !== '' || address.password !== '') return null;
  return address.href.length > MAX_URL ? null : address;
}

function plainLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, MAX_READ)
    .toWellFormed()
    .replace(TAG, ' ')
    .replace(ENTITY, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(UNSEEN, '')
    .replace(BREAKS, ' ')
    .replace(MARKER_BRACKETS, '$1')
    .trim();
  return line.length <= maxLength ? line : `${withoutHalf(line.slice(0, maxLength)).trimEnd()}…`;
}

/** Without the first half of a character at the end, which a cut leaves. */
const withoutHalf = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');
