/**
 * Faults that Telegram's three parsers find, as far as replies of the gateway can have them.
 * Source: https://core.telegram.org/bots/api#formatting-options.
 */

const RESERVED = '_*[]()~`>#+-=|{}.!';

/** Reserved characters are escaped or belong to an entity that ends. */
export function faultOfMarkdownV2(text: string): string | undefined {
  const open: string[] = [];
  let isCode = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\') at += 1;
    else if (character === '`') isCode = !isCode;
    else if (!isCode && '*_~'.includes(character)) {
      if (open.at(-1) === character) open.pop();
      else if (open.includes(character)) return `can't find end of the entity at byte offset ${at}`;
      else open.push(character);
    } else if (!isCode && RESERVED.includes(character)) {
      const link = character === '[' ? /^\[(?:\\.|[^\]\\])*\]\((?:\\.|[^)\\])*\)/.exec(text.slice(at)) : null;
      if (link === null)
        return `character '${character}' is reserved and must be escaped with the preceding '\\'`;
      at += link[0].length - 1;
    }
  }
  return isCode || open.length > 0 ? "can't find end of the entity" : undefined;
}

/** The older form escapes less, and entities do not nest. */
export function faultOfMarkdown(text: string): string | undefined {
  const plain = text.replace(/\\[_*`[]/g, '').replace(/\[[^\]]*\]\([^)]*\)/g, '');
  const odd = ['_', '*', '`'].find((mark) => (plain.split(mark).length - 1) % 2 === 1);
  return odd === undefined && !plain.includes('[') ? undefined : "can't find end of the entity";
}

const TAGS = /^(b|strong|i|em|u|ins|s|strike|del|span|tg-spoiler|a|code|pre|blockquote)$/;

export function faultOfHtml(text: string): string | undefined {
  const open: string[] = [];
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)([a-z0-9-]*)[^>]*>?/gi)) {
    if (!TAGS.test(name)) return `unsupported start tag "${name}"`;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return `unmatched end tag "${name}"`;
  }
  return open.length > 0 ? `can't find end tag of "${open.at(-1)}"` : undefined;
}
