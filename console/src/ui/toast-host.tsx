import { lazy, Suspense, useSyncExternalStore } from 'react';
import { listenForFirstToast, wasToastShown } from './toast.ts';

const ToastList = lazy(() => import('./toast-list.tsx'));

/** Where toasts appear; their code is loaded with the first one. */
export function ToastHost() {
  const isWanted = useSyncExternalStore(listenForFirstToast, wasToastShown);
  return isWanted ? (
    <Suspense>
      <ToastList />
    </Suspense>
  ) : null;
}
