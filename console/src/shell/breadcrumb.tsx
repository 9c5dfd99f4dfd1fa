import HomeIcon from '@mui/icons-material/HomeOutlined';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { findNavigationTrail } from './navigation.tsx';

/** Where the reader is, from the navigation; the first crumb leads home. */
export function Breadcrumb() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const trail = findNavigationTrail(pathname);
  if (trail === undefined || trail.item.hasBreadcrumb === false) return null;
  return (
    <Breadcrumbs aria-label={t('breadcrumb')} sx={{ fontSize: '0.8125rem', '& ol': { flexWrap: 'nowrap' } }}>
      <MuiLink component={Link} to="/" aria-label={t('home')} color="textSecondary" sx={{ display: 'flex' }}>
        <HomeIcon sx={{ fontSize: 18 }} />
      </MuiLink>
      {isPhone
        ? null
        : trail.parents.map((id) => (
            <Typography key={id} variant="body2" color="textSecondary" noWrap>
              {t(id)}
            </Typography>
          ))}
      <Typography variant="body2" aria-current="page" sx={{ fontWeight: 500 }} noWrap>
        {t(trail.item.id)}
      </Typography>
    </Breadcrumbs>
  );
}
