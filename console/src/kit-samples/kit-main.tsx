import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../theme/base.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { siteStatusQuery } from '../api/site-status.ts';
import { startI18n } from '../i18n/i18n.ts';
import { readStoredLanguage } from '../i18n/languages.ts';
import { theme } from '../theme/theme.ts';
import { ToastHost } from '../ui/toast/toast-host.tsx';
import { KitPage } from './kit-page.tsx';

/** No server is asked: what the parts show is made up here. */
const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
client.setQueryData(siteStatusQuery.queryKey, {
  system_name: 'Kit',
  quota_per_unit: 500_000,
  display_in_currency: true,
  has_session: false,
} as never);

await startI18n(readStoredLanguage() ?? 'zh_CN');
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <ThemeProvider theme={theme} defaultMode="light" modeStorageKey="theme" noSsr>
        <CssBaseline />
        <MemoryRouter>
          <Suspense>
            <KitPage />
          </Suspense>
        </MemoryRouter>
        <ToastHost />
      </ThemeProvider>
    </QueryClientProvider>
  </StrictMode>,
);
