import ArrowIcon from '@mui/icons-material/KeyboardArrowDownOutlined';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldIcons } from '../features/feature-icons.ts';
import type { Feature } from './feature.ts';
import type { SidebarCollapseEntry } from './sidebar-entry.ts';
import { SidebarItem, sidebarIcon, sidebarRow, sidebarText } from './sidebar-item.tsx';

interface SidebarCollapseProps {
  entry: SidebarCollapseEntry;
  current: Feature | undefined;
  onChosen: () => void;
}

/** Screens folded under one title: opens when one of them is reached, and by a click. */
export function SidebarCollapse({ entry, current, onChosen }: SidebarCollapseProps) {
  const { t } = useTranslation('shell');
  const id = useId();
  const Icon = foldIcons[entry.id];
  const isHere = entry.items.some((item) => item === current);
  const [fold, setFold] = useState({ isOpen: isHere, wasHere: isHere });
  // Arriving opens it; leaving keeps what the reader has open.
  if (fold.wasHere !== isHere) setFold({ isOpen: isHere || fold.isOpen, wasHere: isHere });
  return (
    <ListItem disablePadding sx={{ display: 'block' }}>
      <ListItemButton
        component="button"
        aria-expanded={fold.isOpen}
        aria-controls={fold.isOpen ? id : undefined}
        onClick={() => setFold({ ...fold, isOpen: !fold.isOpen })}
        sx={{ ...sidebarRow, width: '100%', font: 'inherit' }}
      >
        <ListItemIcon sx={sidebarIcon}>{Icon ? <Icon /> : null}</ListItemIcon>
        <ListItemText primary={t(entry.id)} slotProps={sidebarText(isHere)} />
        <ArrowIcon
          fontSize="small"
          sx={{ transform: fold.isOpen ? 'none' : 'rotate(-90deg)', transition: 'transform 160ms' }}
        />
      </ListItemButton>
      {fold.isOpen ? (
        <List id={id} dense disablePadding aria-label={t(entry.id)} sx={{ pl: 4 }}>
          {entry.items.map((item) => (
            <SidebarItem key={item.name} feature={item} isCurrent={item === current} onChosen={onChosen} />
          ))}
        </List>
      ) : null}
    </ListItem>
  );
}
