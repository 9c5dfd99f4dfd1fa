import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import { Outlet, ScrollRestoration } from 'react-router';
import { useSite } from '../api/site-status.ts';
import { NavigationProgress } from './navigation-progress.tsx';
import { PublicHeader } from './public-header.tsx';
import { SkipLink } from './skip-link.tsx';

/** Header, content, footer: what everybody sees. */
export function PublicLayout() {
  const { name, version } = useSite();
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <NavigationProgress />
      <PublicHeader />
      <Container
        component="main"
        id="content"
        tabIndex={-1}
        maxWidth="lg"
        sx={{ flex: 1, py: { xs: 4, sm: 6 }, px: { xs: 4, sm: 6 }, outline: 'none' }}
      >
        <Outlet />
      </Container>
      <Box
        component="footer"
        sx={{
          minHeight: 64,
          display: 'grid',
          placeItems: 'center',
          color: 'text.secondary',
          fontSize: '0.75rem',
        }}
      >
        {name} {version}
      </Box>
      <ScrollRestoration />
    </Box>
  );
}
