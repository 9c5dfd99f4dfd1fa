import { expect, it } from 'vitest';
import { closeUp } from './close-up.ts';

it('leaves spaces next to Latin letters only', () => {
  expect(closeUp('使用 飞书 登录')).toBe('使用飞书登录');
  expect(closeUp('解绑 微信？')).toBe('解绑微信？');
  expect(closeUp('フェイシュー でログイン')).toBe('フェイシューでログイン');
  for (const text of ['使用 GitHub 登录', 'WeChat と連携', 'Link GitHub']) expect(closeUp(text)).toBe(text);
});
