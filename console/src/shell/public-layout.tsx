import Box from '@mui/material/Box';
import { NavigationProgress } from './navigation-progress.tsx';
import { PublicFooter } from './public-footer.tsx';
import { PublicHeader } from './public-header.tsx';
import { ScreenOutlet } from './screen-outlet.tsx';
import { SkipLink } from './skip-link.tsx';
import { StatusBanners } from './status-banners.tsx';

/** Header, content, footer: what everybody sees. */
export function PublicLayout() {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <NavigationProgress />
      <PublicHeader />
      <StatusBanners />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{
          flex: 1,
          width: '100%',
          maxWidth: 1280,
          mx: 'auto',
          py: { xs: 4, sm: 6 },
          px: { xs: 4, sm: 6 },
          outline: 'none',
        }}
      >
        <ScreenOutlet />
      </Box>
      <PublicFooter />
    </Box>
  );
}
