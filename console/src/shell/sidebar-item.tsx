import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NavigationItem } from './navigation.tsx';

/** Size and shape of every row of the sidebar. */
export const sidebarRow = { borderRadius: '8px', minHeight: { xs: 44, md: 40 }, px: 3 } as const;
export const sidebarIcon = { minWidth: 32, color: 'inherit' } as const;
export const sidebarText = (isCurrent: boolean) => ({
  primary: { sx: { fontWeight: isCurrent ? 600 : 500, fontSize: '0.875rem' } },
});

interface SidebarItemProps {
  item: NavigationItem;
  isCurrent: boolean;
  onChosen: () => void;
}

/** A screen in the sidebar. */
export function SidebarItem({ item, isCurrent, onChosen }: SidebarItemProps) {
  const { t } = useTranslation('shell');
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={Link}
        to={item.path}
        selected={isCurrent}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onChosen}
        sx={{ ...sidebarRow, '&.Mui-selected': { color: 'primary.dark' } }}
      >
        <ListItemIcon sx={sidebarIcon}>{item.icon}</ListItemIcon>
        <ListItemText primary={t(item.id)} slotProps={sidebarText(isCurrent)} />
      </ListItemButton>
    </ListItem>
  );
}
