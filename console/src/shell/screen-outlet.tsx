import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { useIsServerUnreachable } from '../api/server-watch.ts';
import { EmptyState } from '../ui/state/empty-state.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

/** Code comes quickly or, without the server, when that is back. */
function ScreenOnItsWay() {
  const { t } = useTranslation('shell');
  if (!useIsServerUnreachable()) return null;
  return (
    <EmptyState kind="broken" isPage title={t('screenWaiting')}>
      {t('screenWaitingHint')}
    </EmptyState>
  );
}

/** Where the screen of the current address stands, with its own safety net. */
export function ScreenOutlet() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  // The window is outside React: a new screen begins at its top, going back keeps the browser's place.
  useEffect(() => {
    if (kind !== 'POP' && pathname !== '') window.scrollTo(0, 0);
  }, [pathname, kind]);
  return (
    <ScreenBoundary key={pathname}>
      <Suspense fallback={<ScreenOnItsWay />}>
        <Outlet />
      </Suspense>
    </ScreenBoundary>
  );
}
