import HomeIcon from '@mui/icons-material/HomeOutlined';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { findNavigationItem, navigation } from './navigation.tsx';

/** Where the reader is, from the navigation; the first crumb leads home. */
export function Breadcrumb() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const item = findNavigationItem(pathname);
  if (item === undefined) return null;
  const group = navigation.find(({ items }) => items.includes(item));
  return (
    <Breadcrumbs aria-label={t('breadcrumb')} sx={{ fontSize: '0.8125rem', '& ol': { flexWrap: 'nowrap' } }}>
      <MuiLink component={Link} to="/" aria-label={t('home')} color="textSecondary" sx={{ display: 'flex' }}>
        <HomeIcon sx={{ fontSize: 18 }} />
      </MuiLink>
      {group && !isPhone ? (
        <Typography variant="body2" color="textSecondary">
          {t(group.id)}
        </Typography>
      ) : null}
      <Typography variant="body2" aria-current="page" sx={{ fontWeight: 500 }} noWrap>
        {t(item.id)}
      </Typography>
    </Breadcrumbs>
  );
}
