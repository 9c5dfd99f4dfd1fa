import { z } from 'zod';
import { line } from '../text.ts';

/** Schemes that run or read something in the console itself. */
const SCHEMES_OF_SCRIPTS = /^(javascript|data|vbscript|blob|file|about):/i;

/** An app that takes a key from a link: `{key}` and `{server}` in the address are filled in when it is opened. */
export const chatLink = z.strictObject({
  name: line().min(1).max(100),
  url: line()
    .max(2000)
    .refine((url) => /^[a-z][a-z0-9+.-]*:\/\/./i.test(url) && !SCHEMES_OF_SCRIPTS.test(url)),
  /** Whether the menu of a key offers it. */
  show: z.boolean(),
  /** Higher comes first. */
  sort: z.int().min(0).max(1_000_000),
});
export type ChatLink = z.output<typeof chatLink>;

export const MAX_CHAT_LINKS = 50;
const chatLinks = z.array(chatLink).max(MAX_CHAT_LINKS);

const SETTINGS = 'settings={"key":"{key}","url":"{server}"}';

export const defaultChatLinks: readonly ChatLink[] = [
  { name: 'ChatGPT Next', url: `https://app.nextchat.dev/#/?${SETTINGS}`, show: true, sort: 1 },
  {
    name: 'chatgpt-web-midjourney-proxy',
    url: `https://vercel.ddaiai.com/#/?${SETTINGS}`,
    show: true,
    sort: 2,
  },
  { name: 'AMA', url: 'ama://set-api-key?server={server}&key={key}', show: false, sort: 3 },
  { name: 'OpenCat', url: 'opencat://team/join?domain={server}&token={key}', show: false, sort: 4 },
];

/** @returns code of what is wrong, with the path of the member (`1.url`); undefined for a list of links */
export function chatLinksIssue(text: string): string | undefined {
  const { error } = chatLinks.safeParse(parseList(text));
  const issue = error?.issues[0];
  if (issue === undefined) return undefined;
  // An unknown member is named, not the link that has it.
  const path = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
  return path.length === 0 ? 'invalid_format' : `option.wrong_member|${path.join('.')}`;
}

/** @returns code of what is wrong; undefined for an address of an app, and for none */
export const chatLinkIssue = (url: string): string | undefined =>
  url === '' || chatLink.shape.url.safeParse(url).success ? undefined : 'invalid_link';

/**
 * The links that are offered, highest `sort` first; none where the text is no list of links.
 * @param single address of the option `ChatLink`, which comes first and has no name
 */
export function shownChatLinks(text: string, single = ''): ChatLink[] {
  const links = chatLinks.safeParse(parseList(text)).data ?? [];
  const shown = links.filter(({ show }) => show).toSorted((a, b) => b.sort - a.sort);
  if (single === '' || chatLinkIssue(single) !== undefined) return shown;
  return [{ name: '', url: singleUrl(single), show: true, sort: 0 }, ...shown];
}

/** An address without placeholders is a NextChat of the site. One-hub's templates write `sk-` before the key again. */
function singleUrl(address: string): string {
  if (!address.includes('{key}')) return `${address.replace(/\/+$/, '')}/#/?${SETTINGS}`;
  return address.replace('sk-{key}', '{key}');
}

/**
 * The address that hands a key to an app.
 * @example chatLinkAddress('ama://set-api-key?server={server}&key={key}', { key: 'sk-1', server: 'https://a.b' })
 */
export function chatLinkAddress(url: string, { key, server }: { key: string; server: string }): string {
  // A function: `$&` in a value stays what it is.
  return url.replace('{key}', () => key).replace('{server}', () => encodeURIComponent(server));
}

function parseList(text: string): unknown {
  if (text.trim() === '') return [];
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
