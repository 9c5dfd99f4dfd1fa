import { role } from '@turnpike/contract';
import { expect, it } from 'vitest';
import { iconOfFeature } from '../features/feature-icons.ts';
import { features } from '../features/features.ts';
import { minimumRoles } from './feature.ts';
import { featuresFor, findNavigationTrail } from './navigation.ts';

it('has each name, address and shortcut once', () => {
  const given = [
    features.map(({ name }) => name),
    features.flatMap(({ screens }) => screens.map(({ path }) => path)),
    features.map(({ shortcut }) => shortcut).filter((shortcut) => shortcut !== undefined),
  ];
  for (const values of given) expect(values).toEqual([...new Set(values)]);
});

it('has an icon of its own for each feature of the sidebar', () => {
  const shown = featuresFor(role.root, { UserInvoiceMonth: true }).map(({ name }) => iconOfFeature(name));
  expect(new Set(shown).size).toBe(shown.length);
});

it('has the titles that the texts of the features have', () => {
  const files = import.meta.glob<Record<string, string>>('../features/*/locales/*.ts', {
    import: 'default',
    eager: true,
  });
  const differing = features.flatMap(({ name, title }) =>
    Object.entries(title).filter(([language, written]) => {
      const texts = files[`../features/${name}/locales/${language}.ts`];
      return texts === undefined || (texts.title ?? written) !== written;
    }),
  );
  expect(differing).toEqual([]);
});

it('has the roles of the contract', () => {
  expect(minimumRoles).toEqual({ everybody: 0, user: role.common, admin: role.admin, root: role.root });
});

it('shows the settings to administrators', () => {
  const namesOf = (roleNumber: number) => featuresFor(roleNumber, undefined).map(({ name }) => name);
  expect(namesOf(role.admin)).toContain('setting');
  expect(namesOf(role.common)).not.toContain('setting');
});

it('shows invoices only where the site makes them', () => {
  const hasInvoices = (site: Parameters<typeof featuresFor>[1]) =>
    featuresFor(role.common, site).some(({ name }) => name === 'invoice');
  expect(hasInvoices({ UserInvoiceMonth: true })).toBe(true);
  expect(hasInvoices({ UserInvoiceMonth: false })).toBe(false);
  expect(hasInvoices(undefined)).toBe(false);
});

it('finds the feature of an address, with what it lies in', () => {
  const trailOf = (path: string, roleNumber?: number) => {
    const trail = findNavigationTrail(path, roleNumber);
    return trail && [...trail.parents, trail.feature.name];
  };
  expect(trailOf('/panel')).toEqual(['groupOverview', 'dashboard']);
  expect(trailOf('/panel/')).toEqual(['groupOverview', 'dashboard']);
  expect(trailOf('/panel/user_group')).toEqual(['groupSetting', 'operation', 'user-group']);
  expect(trailOf('/panel/user/5')).toEqual(['groupSetting', 'user']);
  expect(trailOf('/panel/token', role.common)).toEqual(['groupAccount', 'token']);
  expect(trailOf('/panel/users')).toBeUndefined();
  expect(trailOf('/login')).toBeUndefined();
});
