import { role } from '@turnpike/contract';
import { expect, it } from 'vitest';
import { findNavigationTrail, screensFor } from './navigation.tsx';

it('has each address and each shortcut once', () => {
  const screens = screensFor(role.root);
  for (const key of ['path', 'shortcut'] as const) {
    const given = screens.map((screen) => screen[key]).filter(Boolean);
    expect(given).toEqual([...new Set(given)]);
  }
});

it('shows the settings to administrators', () => {
  const idsOf = (roleNumber: number) => screensFor(roleNumber).map(({ id }) => id);
  expect(idsOf(role.admin)).toContain('setting');
  expect(idsOf(role.common)).not.toContain('setting');
});

it('finds the screen of an address, with what it lies in', () => {
  const trailOf = (path: string, roleNumber?: number) => {
    const trail = findNavigationTrail(path, roleNumber);
    return trail && [...trail.parents, trail.item.id];
  };
  expect(trailOf('/panel')).toEqual(['groupOverview', 'dashboard']);
  expect(trailOf('/panel/user_group')).toEqual(['groupSetting', 'operation', 'user_group']);
  expect(trailOf('/panel/user/5')).toEqual(['groupSetting', 'user']);
  expect(trailOf('/panel/token', role.common)).toEqual(['groupAccount', 'token']);
  expect(trailOf('/panel/users')).toBeUndefined();
});
