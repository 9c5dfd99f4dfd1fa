import { expect, it } from 'vitest';
import { strengthOf } from './strength.ts';

it.each([
  ['', 'short'],
  ['Ab1$xyz', 'short'],
  ['aaaaaaaaaaaa', 'weak'],
  ['password', 'weak'],
  ['Password1', 'fair'],
  ['correct horse battery', 'strong'],
  ['xK4#mP9!vQ2z', 'strong'],
] as const)('calls %j %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
