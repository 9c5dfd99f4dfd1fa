import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { selfQuery, useSelf } from '../api/self.ts';
import { useSessionState } from '../api/session-state.ts';
import { siteStatusQuery } from '../api/site-status.ts';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { ErrorState } from '../ui/state/error-state.tsx';
import { NoPermission } from '../ui/state/no-permission.tsx';
import { Confirmation } from './confirmation.tsx';
import { minimumRoles } from './feature.ts';
import { signInAddress } from './sign-in-address.ts';

const SessionDialog = lazyPart(() => import('./session-dialog.tsx'));

const PROFILE = '/panel/profile';

/** Until a root account exists, every page leads to the set-up wizard. */
export function RequireSetUp() {
  const status = useQuery(siteStatusQuery);
  const { pathname } = useLocation();
  if (status.isPending) return null;
  if (status.data === undefined) return <ErrorState error={status.error} onRetry={() => status.refetch()} />;
  if (!status.data.is_set_up && pathname !== '/setup') return <Navigate to="/setup" replace />;
  return <Outlet />;
}

/**
 * Sends visitors to the sign-in, which returns them to the wanted address. If a session ends while the page is open, the
 * page and its typed input stay.
 */
export function RequireUser({ children }: { children: ReactNode }) {
  const self = useQuery(selfQuery);
  const session = useSessionState();
  const location = useLocation();
  if (self.isPending) return null;
  if (self.isError && self.data === undefined)
    return <ErrorState error={self.error} onRetry={() => self.refetch()} />;
  if (!self.data) return <Navigate to={signInAddress(location)} replace />;
  // Nothing else can be done before the account has what its role requires.
  if (self.data.needs_second_factor && location.pathname !== PROFILE)
    return <Navigate to={PROFILE} replace />;
  return (
    <>
      {children}
      <Confirmation />
      {session === 'alive' ? null : (
        <Suspense>
          <SessionDialog self={self.data} state={session} />
        </Suspense>
      )}
    </>
  );
}

/** Shows a screen only to those whose role its calls need. */
export function RequireRole({ needed, children }: { needed: 'admin' | 'root'; children: ReactNode }) {
  const self = useSelf();
  return (self?.role ?? 0) >= minimumRoles[needed] ? children : <NoPermission needed={needed} />;
}
