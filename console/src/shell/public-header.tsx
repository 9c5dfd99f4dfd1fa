import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useVisitor } from '../api/self.ts';
import { siteStatusQuery } from '../api/site-status.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { NoticeButton } from './notice-button.tsx';
import { ThemeMenu } from './theme-menu.tsx';

export function PublicHeader() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const isSetUp = useQuery(siteStatusQuery).data?.is_set_up ?? false;
  const self = useVisitor();
  const isEntrance = pathname === '/login' || pathname === '/setup';
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
        {self.data ? (
          <ButtonLink
            to="/playground"
            variant="text"
            color="inherit"
            sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
          >
            {t('playground')}
          </ButtonLink>
        ) : null}
        <NoticeButton />
        <ThemeMenu />
        <LanguageMenu />
        {!isSetUp || self.isLoading || isEntrance ? null : (
          <ButtonLink to={self.data ? '/panel' : '/login'} variant="contained" sx={{ ml: 2, flex: 'none' }}>
            {self.data ? t('openConsole') : t('signIn')}
          </ButtonLink>
        )}
      </Box>
    </Box>
  );
}
