import { expect, it } from 'vitest';
import { forgetInvitation, keepInvitation, keptInvitation } from './invitation.ts';

it('keeps the code of the newest link until it is used', () => {
  keepInvitation(new URLSearchParams('aff=ab12'));
  keepInvitation(new URLSearchParams(''));
  keepInvitation(new URLSearchParams({ aff: 'x'.repeat(65) }));
  expect(keptInvitation()).toBe('ab12');
  keepInvitation(new URLSearchParams('aff=cd34'));
  expect(keptInvitation()).toBe('cd34');

  forgetInvitation();
  expect(keptInvitation()).toBeUndefined();
});
