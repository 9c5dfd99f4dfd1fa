import { expect, it } from 'vitest';
import { rightsOver } from './user-rights.ts';

const root = { id: 1, role: 100 } as const;
const admin = { id: 2, role: 10 } as const;
const other = { id: 3, role: 10 } as const;
const common = { id: 4, role: 1 } as const;
const may = (caller: typeof root | typeof admin, target: Parameters<typeof rightsOver>[1]) =>
  Object.entries(rightsOver(caller, target))
    .filter(([, isAllowed]) => isAllowed)
    .map(([right]) => right);

it('lets root do everything but end the own account', () => {
  expect(may(root, root)).toEqual(['canChange']);
  expect(may(root, admin)).toEqual(['canChange', 'canDisable', 'canDelete', 'canDemote']);
  expect(may(root, common)).toEqual(['canChange', 'canDisable', 'canDelete', 'canPromote']);
});

it('keeps administrators from each other, from root and from promoting', () => {
  for (const target of [root, admin, other]) expect(may(admin, target)).toEqual([]);
  expect(may(admin, common)).toEqual(['canChange', 'canDisable', 'canDelete']);
});
