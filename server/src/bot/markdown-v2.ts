/**
 * A text as it is, in a message with MarkdownV2.
 * Source: https://core.telegram.org/bots/api#markdownv2-style.
 */
export const escapeMarkdownV2 = (text: string): string => text.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, '\\$&');
