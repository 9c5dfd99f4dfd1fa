import Box from '@mui/material/Box';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSelf } from '../api/self.ts';
import { useSite, useSiteStatus } from '../api/site-status.ts';
import { findNavigationTrail, isCollapse, navigationFor } from './navigation.ts';
import { SidebarCollapse } from './sidebar-collapse.tsx';
import { SidebarItem } from './sidebar-item.tsx';
import { UserCard } from './user-card.tsx';

/** User card, groups of screens, version. */
export function Sidebar({ onChosen = () => {} }: { onChosen?: () => void }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { version } = useSite();
  const status = useSiteStatus();
  const self = useSelf();
  const current = findNavigationTrail(pathname)?.feature;
  return (
    <Box
      component="aside"
      aria-label={t('sidebar')}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', p: 4, gap: 3, overflowY: 'auto' }}
    >
      {self ? <UserCard self={self} onChosen={onChosen} /> : null}
      <Box component="nav" aria-label={t('navigation')} sx={{ flex: 1 }}>
        {navigationFor(self?.role ?? 0, status).map((group) => (
          <Box key={group.id} sx={{ mb: 3 }}>
            <Typography
              id={`nav-${group.id}`}
              variant="caption"
              color="textSecondary"
              sx={{ px: 3, fontWeight: 500 }}
            >
              {t(group.id)}
            </Typography>
            <List dense disablePadding aria-labelledby={`nav-${group.id}`}>
              {group.entries.map((entry) =>
                isCollapse(entry) ? (
                  <SidebarCollapse key={entry.id} entry={entry} current={current} onChosen={onChosen} />
                ) : (
                  <SidebarItem
                    key={entry.name}
                    feature={entry}
                    isCurrent={entry === current}
                    onChosen={onChosen}
                  />
                ),
              )}
            </List>
          </Box>
        ))}
      </Box>
      <Typography variant="caption" color="textSecondary" sx={{ px: 3 }}>
        {version}
      </Typography>
    </Box>
  );
}
