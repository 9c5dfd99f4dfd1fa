import ChannelIcon from '@mui/icons-material/AltRouteOutlined';
import PlaygroundIcon from '@mui/icons-material/ChatOutlined';
import DashboardIcon from '@mui/icons-material/DashboardOutlined';
import LogIcon from '@mui/icons-material/ReceiptLongOutlined';
import TokenIcon from '@mui/icons-material/VpnKeyOutlined';
import { role } from '@turnpike/contract';
import type { ReactNode } from 'react';

export interface NavigationItem {
  /** Key of its title in the shell's texts. */
  id: 'dashboard' | 'playground' | 'channel' | 'token' | 'log';
  path: string;
  icon: ReactNode;
  /** Smallest role that sees it. */
  minimumRole: number;
}

export interface NavigationGroup {
  id: 'groupOverview' | 'groupSetting' | 'groupUsage';
  items: readonly NavigationItem[];
}

/** The sidebar, and what breadcrumbs are built from. */
export const navigation: readonly NavigationGroup[] = [
  {
    id: 'groupOverview',
    items: [
      { id: 'dashboard', path: '/panel/dashboard', icon: <DashboardIcon />, minimumRole: role.common },
      { id: 'playground', path: '/panel/playground', icon: <PlaygroundIcon />, minimumRole: role.common },
    ],
  },
  {
    id: 'groupSetting',
    items: [
      { id: 'channel', path: '/panel/channel', icon: <ChannelIcon />, minimumRole: role.admin },
      { id: 'token', path: '/panel/token', icon: <TokenIcon />, minimumRole: role.common },
    ],
  },
  {
    id: 'groupUsage',
    items: [{ id: 'log', path: '/panel/log', icon: <LogIcon />, minimumRole: role.common }],
  },
];

export function findNavigationItem(pathname: string): NavigationItem | undefined {
  const items = navigation.flatMap((group) => group.items);
  return pathname === '/panel' ? items[0] : items.find((item) => pathname.startsWith(item.path));
}
