import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { PublicEntry, PublicLink } from './public-links.ts';
import { useTitleText } from './use-title-text.ts';

interface PublicMenuListProps {
  id: string;
  anchor: HTMLElement;
  links: readonly PublicLink[];
  entry: PublicEntry | undefined;
  onClose: () => void;
}

/** The open part of a `PublicMenu`, as wide as the phone; any choice closes it. */
export default function PublicMenuList({ id, anchor, links, entry, onClose }: PublicMenuListProps) {
  const { t } = useTranslation('shell');
  const titleText = useTitleText();
  const { pathname } = useLocation();
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open
      onClose={onClose}
      slotProps={{
        list: { 'aria-label': t('siteLinks') },
        paper: { sx: { width: 'calc(100vw - 32px)', maxWidth: 'none' } },
      }}
    >
      {links.map((link) => (
        <MenuItem
          key={link.to}
          component={Link}
          to={link.to}
          selected={pathname === link.to}
          aria-current={pathname === link.to ? 'page' : undefined}
          onClick={onClose}
        >
          {titleText(link.title)}
        </MenuItem>
      ))}
      {entry ? <Divider role="presentation" /> : null}
      {entry ? (
        <MenuItem component={Link} to={entry.to} onClick={onClose} sx={{ fontWeight: 600 }}>
          {entry.label}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
