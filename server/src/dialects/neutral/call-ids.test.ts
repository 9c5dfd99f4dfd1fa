import { expect, it } from 'vitest';
import { shortCallId } from './call-ids.ts';

it('a long id is shortened, and nobody else’s is the same', () => {
  const long = shortCallId('x'.repeat(90), 40);
  expect(long).toMatch(/^call_[0-9a-f]{32}$/);
  expect(shortCallId('x'.repeat(90), 40)).toBe(long);
  expect(shortCallId(long, 40)).not.toBe(long);
  expect(shortCallId(long, 40)).toMatch(/^call_[0-9a-f]{32}$/);
  expect(shortCallId('call_1', 40)).toBe('call_1');
});
