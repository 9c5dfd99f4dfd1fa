import HomeIcon from '@mui/icons-material/HomeOutlined';
import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSelf } from '../api/self.ts';
import { homeFeature } from '../features/home/home-feature.ts';
import { findNavigationTrail } from './navigation.ts';
import { useTitleText } from './use-title-text.ts';

/** Where the reader is, from the navigation; the first crumb leads home. */
export function Breadcrumb() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const self = useSelf();
  const titleText = useTitleText();
  const trail = findNavigationTrail(pathname, self?.role);
  // On phones the title below says the same, and there is no room for more.
  if (isPhone || trail === undefined || trail.feature.hasBreadcrumb === false) return null;
  return (
    <Box component="nav" aria-label={t('breadcrumb')} sx={{ overflow: 'hidden' }}>
      <Box
        component="ol"
        sx={{ display: 'flex', alignItems: 'center', m: 0, p: 0, listStyle: 'none', fontSize: '0.8125rem' }}
      >
        <Box component="li" sx={{ display: 'flex', flex: 'none' }}>
          <Box
            component={Link}
            to="/"
            aria-label={titleText(homeFeature.title)}
            sx={{ display: 'flex', color: 'text.secondary', borderRadius: '4px' }}
          >
            <HomeIcon sx={{ fontSize: 18 }} />
          </Box>
        </Box>
        {trail.parents.map((id) => (
          <Crumb key={id}>{t(id)}</Crumb>
        ))}
        <Crumb isCurrent>{titleText(trail.feature.title)}</Crumb>
      </Box>
    </Box>
  );
}

function Crumb({ isCurrent = false, children }: { isCurrent?: boolean; children: ReactNode }) {
  return (
    <Box
      component="li"
      aria-current={isCurrent ? 'page' : undefined}
      sx={{
        minWidth: 0,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        color: isCurrent ? 'text.primary' : 'text.secondary',
        fontWeight: isCurrent ? 500 : 400,
        '&::before': { content: '"/"', mx: 2, color: 'text.secondary', fontWeight: 400 },
      }}
    >
      {children}
    </Box>
  );
}
