import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { theme } from '../theme/theme.ts';
import { ToastHost } from '../ui/toast/toast-host.tsx';
import { queryClient } from './query-client.ts';
import { AppRoutes } from './routes.tsx';

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider theme={theme} defaultMode="light" modeStorageKey="theme" noSsr>
          <CssBaseline />
          <BrowserRouter>
            <Suspense>
              <AppRoutes />
            </Suspense>
          </BrowserRouter>
          <ToastHost />
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
