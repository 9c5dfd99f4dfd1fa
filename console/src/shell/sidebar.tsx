import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSelf } from '../api/self.ts';
import { useSite } from '../api/site-status.ts';
import { findNavigationItem, navigation } from './navigation.tsx';
import { UserCard } from './user-card.tsx';

/** User card, groups of screens, version. */
export function Sidebar({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { version } = useSite();
  const self = useSelf();
  const current = findNavigationItem(pathname);
  const groups = navigation
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => item.minimumRole <= (self?.role ?? 0)),
    }))
    .filter((group) => group.items.length > 0);
  return (
    <Box
      component="aside"
      aria-label={t('sidebar')}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', p: 4, gap: 3, overflowY: 'auto' }}
    >
      {self ? <UserCard self={self} /> : null}
      <Box component="nav" aria-label={t('navigation')} sx={{ flex: 1 }}>
        {groups.map((group) => (
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
              {group.items.map((item) => (
                <ListItem key={item.id} disablePadding>
                  <ListItemButton
                    component={Link}
                    to={item.path}
                    selected={item === current}
                    aria-current={item === current ? 'page' : undefined}
                    onClick={() => onChosen?.()}
                    sx={{
                      borderRadius: '8px',
                      minHeight: { xs: 44, md: 40 },
                      px: 3,
                      '&.Mui-selected': { color: 'primary.dark' },
                    }}
                  >
                    <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>{item.icon}</ListItemIcon>
                    <ListItemText
                      primary={t(item.id)}
                      slotProps={{
                        primary: { sx: { fontWeight: item === current ? 600 : 500, fontSize: '0.875rem' } },
                      }}
                    />
                  </ListItemButton>
                </ListItem>
              ))}
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
