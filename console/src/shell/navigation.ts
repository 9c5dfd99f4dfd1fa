import { features, sidebar } from '../features/features.ts';
import { type Feature, type FeatureScreen, minimumRoles, type SiteFlags } from './feature.ts';
import type { SidebarCollapseEntry, SidebarEntry, SidebarGroup, TitleKey } from './sidebar-entry.ts';

export const isCollapse = (entry: SidebarEntry): entry is SidebarCollapseEntry => 'items' in entry;

/** Address that the sidebar leads to. */
export const pathOf = (feature: Feature): string => feature.screens[0].path;

/** Whether a role may open a feature from the sidebar. */
export const isOpenTo = ({ screens }: Feature, roleNumber: number): boolean =>
  minimumRoles[screens[0].openTo] <= roleNumber;

/** Whether the site has a feature; undefined until its facts are known. */
export const isOnSite = ({ siteFlag }: Feature, site: Partial<SiteFlags> | undefined): boolean =>
  siteFlag === undefined || site?.[siteFlag] === true;

const isOffered = (feature: Feature, roleNumber: number, site: Partial<SiteFlags> | undefined): boolean =>
  isOpenTo(feature, roleNumber) && isOnSite(feature, site);

/** Key of the title that a role sees above a group. */
const titleFor = ({ id, userTitle }: SidebarGroup, roleNumber: number): TitleKey =>
  roleNumber < minimumRoles.admin ? (userTitle ?? id) : id;

/** Entries that the site offers to a role; folds and groups without any are left out. */
export function navigationFor(
  roleNumber: number,
  site: Partial<SiteFlags> | undefined,
): readonly SidebarGroup[] {
  return sidebar
    .map((group) => ({
      ...group,
      id: titleFor(group, roleNumber),
      entries: group.entries
        .map((entry) =>
          isCollapse(entry)
            ? { ...entry, items: entry.items.filter((item) => isOffered(item, roleNumber, site)) }
            : entry,
        )
        .filter((entry) => (isCollapse(entry) ? entry.items.length > 0 : isOffered(entry, roleNumber, site))),
    }))
    .filter((group) => group.entries.length > 0);
}

/** Every feature that the site offers to a role, in the sidebar's order. */
export const featuresFor = (roleNumber: number, site: Partial<SiteFlags> | undefined): readonly Feature[] =>
  navigationFor(roleNumber, site).flatMap(({ entries }) =>
    entries.flatMap((entry) => (isCollapse(entry) ? entry.items : [entry])),
  );

const holds = ({ path }: FeatureScreen, pathname: string): boolean =>
  pathname === path || (path !== '/panel' && pathname.startsWith(`${path}/`));

/** The feature that an address of the panel belongs to, with what it lies in, outermost first. */
export function findNavigationTrail(
  pathname: string,
  roleNumber: number = minimumRoles.admin,
): { feature: Feature; parents: readonly TitleKey[] } | undefined {
  const wanted = pathname === '/panel/' ? '/panel' : pathname;
  const feature = features.find(({ screens }) => screens.some((screen) => holds(screen, wanted)));
  if (feature === undefined) return undefined;
  for (const group of sidebar) {
    const entry = group.entries.find(
      (one) => one === feature || (isCollapse(one) && one.items.includes(feature)),
    );
    if (entry === undefined) continue;
    const title = titleFor(group, roleNumber);
    return { feature, parents: isCollapse(entry) ? [title, entry.id] : [title] };
  }
  return undefined;
}
