import Box from '@mui/material/Box';
import { useSite } from '../api/site-status.ts';
import { OwnerText } from '../ui/owner-text.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { PublicHeader } from './public-header.tsx';
import { ScreenOutlet } from './screen-outlet.tsx';
import { SkipLink } from './skip-link.tsx';

/** Header, content, footer: what everybody sees. */
export function PublicLayout() {
  const { name, version, footer } = useSite();
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <NavigationProgress />
      <PublicHeader />
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
      <Box
        component="footer"
        sx={{
          minHeight: 64,
          display: 'grid',
          placeItems: 'center',
          color: 'text.secondary',
          fontSize: '0.75rem',
          px: 4,
          textAlign: 'center',
        }}
      >
        {footer.trim() === '' ? `${name} ${version}` : <OwnerText text={footer} />}
      </Box>
    </Box>
  );
}
