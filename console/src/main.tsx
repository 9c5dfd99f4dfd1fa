import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './theme/base.css';
import { createRoot } from 'react-dom/client';
import { siteStatusQuery } from './api/site-status.ts';
import { App } from './app/app.tsx';
import { queryClient } from './app/query-client.ts';
import { startI18n } from './i18n/i18n.ts';
import { browserLanguage, readStoredLanguage } from './i18n/languages.ts';

const status = queryClient.fetchQuery(siteStatusQuery).catch(() => undefined);

/** The reader's choice, else the site's; before a site has chosen, the browser's. */
async function firstLanguage() {
  const stored = readStoredLanguage();
  if (stored) return stored;
  const site = await status;
  return (site?.is_set_up ? site.language : browserLanguage()) ?? 'zh_CN';
}

await startI18n(await firstLanguage());
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
