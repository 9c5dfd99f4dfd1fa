import { expect, it } from 'vitest';
import { escapeMarkdownV2 } from './markdown-v2.ts';

it.each([
  ['plain 文字', 'plain 文字'],
  ['_*[]()~`>#+-=|{}.!', '\\_\\*\\[\\]\\(\\)\\~\\`\\>\\#\\+\\-\\=\\|\\{\\}\\.\\!'],
  ['a\\b', 'a\\\\b'],
  ['', ''],
])('writes %j as %j', (text, escaped) => {
  expect(escapeMarkdownV2(text)).toBe(escaped);
});
