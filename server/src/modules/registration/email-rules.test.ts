import { expect, it } from 'vitest';
import { emailIssue, mailboxOf } from './email-rules.ts';

const domains = new Set(['gmail.com', 'qq.com']);

it.each([
  ['ann@qq.com', undefined],
  ['ann@evil-qq.com', 'email.domain_not_allowed'],
  ['ann@mail.qq.com', 'email.domain_not_allowed'],
  ['"ann@qq.com"@evil.test', 'email.domain_not_allowed'],
  ['ann+1@qq.com', 'email.alias_not_allowed'],
  ['ann.lee@qq.com', undefined],
  ['ann.lee@gmail.com', 'email.alias_not_allowed'],
  ['annlee@gmail.com', undefined],
])('judges %s: %s', (email, issue) => {
  expect(emailIssue(email, { domains, refusesAliases: true })).toBe(issue);
});

it('accepts every address while nothing is restricted', () => {
  expect(emailIssue('ann.lee+1@gmail.com', { domains: null, refusesAliases: false })).toBeUndefined();
});

it.each([
  ['ann@qq.com', 'ann@qq.com'],
  ['ann.lee@qq.com', 'ann.lee@qq.com'],
  ['ann+1+2@qq.com', 'ann@qq.com'],
  ['+1@qq.com', '+1@qq.com'],
  ['a.n.n+x.y@gmail.com', 'ann@gmail.com'],
  ['ann@googlemail.com', 'ann@gmail.com'],
])('finds the mailbox of %s: %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
