import { expect, it } from 'vitest';
import { closeUp, spaceAfter, spaceNumber } from './close-up.ts';

it('leaves spaces next to Latin letters only', () => {
  expect(closeUp('使用 飞书 登录')).toBe('使用飞书登录');
  expect(closeUp('解绑 微信？')).toBe('解绑微信？');
  expect(closeUp('フェイシュー でログイン')).toBe('フェイシューでログイン');
  for (const text of ['使用 GitHub 登录', 'WeChat と連携', 'Link GitHub']) expect(closeUp(text)).toBe(text);
});

it('puts a space between sentences where their punctuation has none', () => {
  for (const text of ['你得到 $1.00。', '確定？', '（共 3 件）']) expect(spaceAfter(text)).toBe(text);
  for (const text of ['You earn $1.00.', '共 3 个', 'Sure?']) expect(spaceAfter(text)).toBe(`${text} `);
});

it('puts a space between a number and its Chinese unit', () => {
  expect(spaceNumber('2分钟前')).toBe('2 分钟前');
  for (const text of ['2 分前', 'in 3 yr.', '昨天']) expect(spaceNumber(text)).toBe(text);
});
