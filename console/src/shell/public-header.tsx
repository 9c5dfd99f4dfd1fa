import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useVisitor } from '../api/self.ts';
import { siteStatusQuery } from '../api/site-status.ts';
import { ButtonLink } from '../ui/action/button-link.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { NoticeButton } from './notice-button.tsx';
import { type PublicEntry, publicLinks } from './public-links.ts';
import { PublicMenu } from './public-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { useTitleText } from './use-title-text.ts';

export function PublicHeader() {
  const { t } = useTranslation('shell');
  const titleText = useTitleText();
  const { pathname } = useLocation();
  const site = useQuery(siteStatusQuery).data;
  const isSetUp = site?.is_set_up ?? false;
  const self = useVisitor();
  const isEntrance = pathname === '/login' || pathname === '/setup';
  // Nothing leads away from the steps of the set-up.
  const hasMenu = isSetUp && pathname !== '/setup';
  const links = hasMenu ? publicLinks(Boolean(self.data), site) : [];
  const entry: PublicEntry = self.data
    ? { to: '/panel', label: t('openConsole') }
    : { to: '/login', label: t('signIn') };
  const hasEntry = isSetUp && !self.isLoading && !isEntrance;
  return (
    <Box
      component="header"
      sx={{ position: 'sticky', top: 0, zIndex: 1100, bgcolor: 'background.default', px: { xs: 4, sm: 6 } }}
    >
      <Box
        sx={{
          maxWidth: 1600,
          mx: 'auto',
          minHeight: { xs: 56, sm: 64 },
          display: 'flex',
          alignItems: 'center',
          gap: 1,
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex' }}>
          <Brand />
        </Box>
        <Box component="nav" aria-label={t('siteLinks')} sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}>
          {links.map(({ title, to }) => (
            <Button
              key={to}
              component={Link}
              to={to}
              variant="text"
              color={pathname === to ? 'primary' : 'inherit'}
              aria-current={pathname === to ? 'page' : undefined}
            >
              {titleText(title)}
            </Button>
          ))}
        </Box>
        <NoticeButton isQuiet={isEntrance} />
        <ThemeMenu />
        <LanguageMenu />
        {hasEntry ? (
          <ButtonLink
            to={entry.to}
            variant="contained"
            sx={{ ml: 2, flex: 'none', display: { xs: 'none', sm: 'inline-flex' } }}
          >
            {entry.label}
          </ButtonLink>
        ) : null}
        {hasMenu ? (
          <Box sx={{ display: { sm: 'none' } }}>
            <PublicMenu links={links} entry={hasEntry ? entry : undefined} />
          </Box>
        ) : null}
      </Box>
    </Box>
  );
}
