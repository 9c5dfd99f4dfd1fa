import StatementIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import ChannelIcon from '@mui/icons-material/AltRouteOutlined';
import AnalyticsIcon from '@mui/icons-material/BarChartOutlined';
import OwnerIcon from '@mui/icons-material/BusinessOutlined';
import PlaygroundIcon from '@mui/icons-material/ChatOutlined';
import DashboardIcon from '@mui/icons-material/DashboardOutlined';
import GroupIcon from '@mui/icons-material/GroupsOutlined';
import ProfileIcon from '@mui/icons-material/ManageAccountsOutlined';
import UserIcon from '@mui/icons-material/PeopleOutlined';
import PricingIcon from '@mui/icons-material/PriceChangeOutlined';
import LogIcon from '@mui/icons-material/ReceiptLongOutlined';
import PriceIcon from '@mui/icons-material/SellOutlined';
import SettingIcon from '@mui/icons-material/SettingsOutlined';
import OperationIcon from '@mui/icons-material/StorefrontOutlined';
import TokenIcon from '@mui/icons-material/VpnKeyOutlined';
import { role } from '@turnpike/contract';
import type { ReactNode } from 'react';
import type shellTexts from './locales/zh_CN.ts';

type TitleKey = keyof typeof shellTexts;

export interface NavigationItem {
  /** Key of its title in the shell's texts. */
  id: TitleKey;
  path: string;
  icon: ReactNode;
  /** Smallest role that sees it. */
  minimumRole: number;
  /** False where a trail would only repeat the title. */
  hasBreadcrumb?: false;
  /** Letter that opens it after `g`; each is used once. */
  shortcut?: string;
  /** `?open=new` makes something there: also by `n`, and from the command palette. */
  canCreate?: true;
}

/** Screens that belong together, folded until one of them is open. */
export interface NavigationCollapse {
  type: 'collapse';
  id: TitleKey;
  icon: ReactNode;
  items: readonly NavigationItem[];
}

export type NavigationEntry = NavigationItem | NavigationCollapse;

export interface NavigationGroup {
  id: TitleKey;
  /** Title for users who are not administrators, where it differs. */
  userTitle?: TitleKey;
  entries: readonly NavigationEntry[];
}

/**
 * The sidebar, and what breadcrumbs, titles and the command palette are built from. Only screens that exist.
 * Source of the order, also of those to come: docs/reference/compatibility.md, "Sidebar".
 */
export const navigation: readonly NavigationGroup[] = [
  {
    id: 'groupOverview',
    entries: [
      {
        id: 'dashboard',
        path: '/panel/dashboard',
        icon: <DashboardIcon />,
        minimumRole: role.common,
        hasBreadcrumb: false,
        shortcut: 'd',
      },
      {
        id: 'analytics',
        path: '/panel/analytics',
        icon: <AnalyticsIcon />,
        minimumRole: role.admin,
        shortcut: 'a',
      },
      {
        id: 'playground',
        path: '/panel/playground',
        icon: <PlaygroundIcon />,
        minimumRole: role.common,
        shortcut: 'p',
      },
    ],
  },
  {
    id: 'groupSetting',
    userTitle: 'groupAccount',
    entries: [
      {
        id: 'user',
        path: '/panel/user',
        icon: <UserIcon />,
        minimumRole: role.admin,
        shortcut: 'u',
        canCreate: true,
      },
      {
        id: 'channel',
        path: '/panel/channel',
        icon: <ChannelIcon />,
        minimumRole: role.admin,
        shortcut: 'c',
        canCreate: true,
      },
      {
        type: 'collapse',
        id: 'operation',
        icon: <OperationIcon />,
        items: [
          {
            id: 'user_group',
            path: '/panel/user_group',
            icon: <GroupIcon />,
            minimumRole: role.admin,
            shortcut: 'g',
            canCreate: true,
          },
          {
            id: 'pricing',
            path: '/panel/pricing',
            icon: <PricingIcon />,
            minimumRole: role.admin,
            canCreate: true,
          },
          {
            id: 'model_ownedby',
            path: '/panel/model_ownedby',
            icon: <OwnerIcon />,
            minimumRole: role.admin,
            canCreate: true,
          },
        ],
      },
      {
        id: 'token',
        path: '/panel/token',
        icon: <TokenIcon />,
        minimumRole: role.common,
        shortcut: 't',
        canCreate: true,
      },
      {
        id: 'profile',
        path: '/panel/profile',
        icon: <ProfileIcon />,
        minimumRole: role.common,
        shortcut: 'o',
      },
      {
        id: 'setting',
        path: '/panel/setting',
        icon: <SettingIcon />,
        minimumRole: role.admin,
        shortcut: 's',
      },
    ],
  },
  {
    id: 'groupBilling',
    entries: [
      {
        id: 'model_price',
        path: '/panel/model_price',
        icon: <PriceIcon />,
        minimumRole: role.common,
        shortcut: 'm',
      },
      {
        id: 'statement',
        path: '/panel/statement',
        icon: <StatementIcon />,
        minimumRole: role.common,
        shortcut: 'b',
      },
    ],
  },
  {
    id: 'groupUsage',
    entries: [{ id: 'log', path: '/panel/log', icon: <LogIcon />, minimumRole: role.common, shortcut: 'l' }],
  },
];

/** Key of the title that a role sees above a group. */
const titleFor = ({ id, userTitle }: NavigationGroup, roleNumber: number): TitleKey =>
  roleNumber < role.admin ? (userTitle ?? id) : id;

export const isCollapse = (entry: NavigationEntry): entry is NavigationCollapse => 'items' in entry;

/** Entries that a role may open; folds and groups without any are left out. */
export function navigationFor(roleNumber: number): readonly NavigationGroup[] {
  const isOpenTo = (item: NavigationItem) => item.minimumRole <= roleNumber;
  return navigation
    .map((group) => ({
      ...group,
      id: titleFor(group, roleNumber),
      entries: group.entries
        .map((entry) => (isCollapse(entry) ? { ...entry, items: entry.items.filter(isOpenTo) } : entry))
        .filter((entry) => (isCollapse(entry) ? entry.items.length > 0 : isOpenTo(entry))),
    }))
    .filter((group) => group.entries.length > 0);
}

/** Every screen that a role may open, in the sidebar's order. */
export const screensFor = (roleNumber: number): readonly NavigationItem[] =>
  navigationFor(roleNumber).flatMap(({ entries }) =>
    entries.flatMap((entry) => (isCollapse(entry) ? entry.items : [entry])),
  );

const holds = (item: NavigationItem, pathname: string): boolean =>
  pathname === item.path || pathname.startsWith(`${item.path}/`);

/** The item that an address belongs to, with what it lies in, outermost first. */
export function findNavigationTrail(
  pathname: string,
  roleNumber: number = role.admin,
): { item: NavigationItem; parents: readonly TitleKey[] } | undefined {
  const wanted = pathname === '/panel' || pathname === '/panel/' ? '/panel/dashboard' : pathname;
  for (const group of navigation) {
    for (const entry of group.entries) {
      if (!isCollapse(entry)) {
        if (holds(entry, wanted)) return { item: entry, parents: [titleFor(group, roleNumber)] };
        continue;
      }
      const item = entry.items.find((one) => holds(one, wanted));
      if (item) return { item, parents: [titleFor(group, roleNumber), entry.id] };
    }
  }
  return undefined;
}
