import type { ChatLink } from '@turnpike/contract';

/** A link as it is typed; its place in the list stands for `sort`. */
export type ChatLinkRow = Pick<ChatLink, 'name' | 'url' | 'show'>;

/** Rows of the stored text, in the order of the menu; none where the text is no list. */
export function readChatLinks(text: string): ChatLinkRow[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return [];
  }
  const links = Array.isArray(list) ? (list as Partial<ChatLink>[]) : [];
  return links
    .toSorted((a, b) => (b.sort ?? 0) - (a.sort ?? 0))
    .map(({ name = '', url = '', show = true }) => ({ name, url, show }));
}

/** The text that is stored: the first row has the highest `sort`. */
export const writeChatLinks = (rows: readonly ChatLinkRow[]): string =>
  JSON.stringify(
    rows.map((row, index) => ({ ...row, sort: rows.length - index })),
    null,
    2,
  );
