import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { selfQuery, useSelf } from '../api/self.ts';
import { siteStatusQuery } from '../api/site-status.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { NoPermission } from '../ui/no-permission.tsx';

/** Until a root account exists, every page leads to the set-up wizard. */
export function RequireSetUp() {
  const status = useQuery(siteStatusQuery);
  const { pathname } = useLocation();
  if (status.isPending) return null;
  if (status.data === undefined) return <ErrorState error={status.error} onRetry={() => status.refetch()} />;
  if (!status.data.is_set_up && pathname !== '/setup') return <Navigate to="/setup" replace />;
  return <Outlet />;
}

/** Sends visitors to the sign-in, which brings them back to the wanted address. */
export function RequireUser({ children }: { children: ReactNode }) {
  const self = useQuery(selfQuery);
  const { pathname, search } = useLocation();
  if (self.isPending) return null;
  if (self.isError && self.data === undefined)
    return <ErrorState error={self.error} onRetry={() => self.refetch()} />;
  if (self.data === null)
    return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />;
  return children;
}

/** Smallest role of an administrator, as the contract has it; its module would bring zod to the first screen. */
const ADMIN_ROLE = 10;

/** Shows a screen only to those whose role its calls need. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const self = useSelf();
  return (self?.role ?? 0) >= ADMIN_ROLE ? children : <NoPermission />;
}
