import { expect, it } from 'vitest';
import { stateOf } from './invite-code-state.ts';

const code = { enable: true, max_uses: 2, used_count: 1, starts_at: 100, expires_at: 200 };

it.each([
  ['not_yet', {}, 99],
  ['active', {}, 100],
  ['active', {}, 199],
  ['expired', {}, 200],
  ['active', { expires_at: 0 }, 900],
  ['used_up', { used_count: 2 }, 150],
  ['active', { max_uses: 0, used_count: 9 }, 150],
  ['disabled', { enable: false, used_count: 2 }, 300],
] as const)('is %s with %j at %d', (state, given, nowSeconds) => {
  expect(stateOf({ ...code, ...given }, nowSeconds)).toBe(state);
});
