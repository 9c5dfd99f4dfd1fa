import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { RouterProvider } from 'react-router/dom';
import { theme } from '../theme/theme.ts';
import { ToastHost } from '../ui/toast-host.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="theme" noSsr>
          <CssBaseline />
          <ToastHost>
            <Suspense>
              <RouterProvider router={router} />
            </Suspense>
          </ToastHost>
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
