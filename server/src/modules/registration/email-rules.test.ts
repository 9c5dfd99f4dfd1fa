import { expect, it } from 'vitest';
import { emailIssue } from './email-rules.ts';

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
