import MenuIcon from '@mui/icons-material/MenuOutlined';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../ui/page/use-stored.ts';
import { AccountButton } from './account-button.tsx';
import { BalanceReminder } from './balance-reminder.tsx';
import { Brand } from './brand.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { NoticeButton } from './notice-button.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { ScreenOutlet } from './screen-outlet.tsx';
import { Sidebar } from './sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import { StatusBanners } from './status-banners.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const DRAWER_WIDTH = 260;
const barHeight = { xs: '56px', sm: '64px' };

/** Top bar, sidebar, content: what signed-in people work in. */
export default function PanelLayout() {
  const { t } = useTranslation('shell');
  const isWide = useMediaQuery('(min-width: 960px)');
  const [stored, setStored] = useStored('sidebar', 'open');
  const [isOverlayOpen, setOverlayOpen] = useState(false);
  const isOpen = isWide ? stored === 'open' : isOverlayOpen;
  const toggle = () => (isWide ? setStored(isOpen ? 'closed' : 'open') : setOverlayOpen(!isOpen));

  return (
    <Box>
      <SkipLink />
      <NavigationProgress />
      <Box
        component="header"
        // Dialogs that lock the page's scrolling keep it from jumping by this name.
        className="mui-fixed"
        sx={{
          position: 'fixed',
          top: 0,
          insetInline: 0,
          zIndex: 1201,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: barHeight,
          px: { xs: 2, sm: 4 },
          bgcolor: 'background.default',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ width: { md: DRAWER_WIDTH - 64 }, minWidth: 0, display: { xs: 'none', sm: 'flex' } }}>
          <Brand />
        </Box>
        <IconButton
          aria-label={t('toggleSidebar')}
          aria-expanded={isOpen}
          aria-controls="sidebar"
          onClick={toggle}
        >
          <MenuIcon />
        </IconButton>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Breadcrumb />
        </Box>
        <PaletteButton />
        <NoticeButton />
        <ThemeMenu />
        <LanguageMenu />
        <AccountButton />
      </Box>
      <Drawer
        id="sidebar"
        variant={isWide ? 'persistent' : 'temporary'}
        open={isOpen}
        onClose={() => setOverlayOpen(false)}
        slotProps={{
          paper: {
            ...(isWide ? {} : { 'aria-label': t('sidebar') }),
            sx: {
              width: DRAWER_WIDTH,
              top: barHeight,
              height: 'auto',
              bottom: 0,
              bgcolor: 'background.default',
            },
          },
        }}
      >
        <Sidebar onChosen={() => setOverlayOpen(false)} />
      </Drawer>
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ pt: barHeight, ml: isWide && isOpen ? `${DRAWER_WIDTH}px` : 0, outline: 'none' }}
      >
        <StatusBanners />
        <BalanceReminder />
        <Box sx={{ maxWidth: 1600, mx: 'auto', p: { xs: 4, sm: 6 } }}>
          <ScreenOutlet />
        </Box>
      </Box>
    </Box>
  );
}
