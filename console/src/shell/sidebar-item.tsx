import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { iconOfFeature } from '../features/feature-icons.ts';
import type { Feature } from './feature.ts';
import { pathOf } from './navigation.ts';
import { useTitleText } from './use-title-text.ts';

/** Size and shape of every row of the sidebar. */
export const sidebarRow = { borderRadius: '8px', minHeight: { xs: 44, md: 40 }, px: 3 } as const;
export const sidebarIcon = { minWidth: 32, color: 'inherit' } as const;
export const sidebarText = (isCurrent: boolean) => ({
  primary: { sx: { fontWeight: isCurrent ? 600 : 500, fontSize: '0.875rem' } },
});

interface SidebarItemProps {
  feature: Feature;
  isCurrent: boolean;
  onChosen: () => void;
}

/** A screen in the sidebar. */
export function SidebarItem({ feature, isCurrent, onChosen }: SidebarItemProps) {
  const titleText = useTitleText();
  const { name, title } = feature;
  const Icon = iconOfFeature(name);
  const item = useRef<HTMLLIElement>(null);
  // A long sidebar begins at its top.
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <ListItem ref={item} disablePadding>
      <ListItemButton
        component={Link}
        to={pathOf(feature)}
        selected={isCurrent}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onChosen}
        sx={{ ...sidebarRow, '&.Mui-selected': { color: 'primary.dark' } }}
      >
        <ListItemIcon sx={sidebarIcon}>
          <Icon />
        </ListItemIcon>
        <ListItemText primary={titleText(title)} slotProps={sidebarText(isCurrent)} />
      </ListItemButton>
    </ListItem>
  );
}
