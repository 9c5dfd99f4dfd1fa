import { Suspense, useEffect } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { ScreenBoundary } from './screen-boundary.tsx';

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
      <Suspense>
        <Outlet />
      </Suspense>
    </ScreenBoundary>
  );
}
