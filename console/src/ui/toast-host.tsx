import Box from '@mui/material/Box';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastQueue } from './toast.ts';

const ToastList = lazy(() => import('./toast-list.tsx'));

/**
 * Where toasts appear: bottom left, bottom centre on phones. The region stands from the start, so that screen
 * readers hear what comes into it; the code of what comes is loaded with the first one.
 */
export function ToastHost() {
  const toasts = useSyncExternalStore(toastQueue.subscribe, toastQueue.shown);
  return (
    <Box
      aria-live="polite"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: 16,
        left: 16,
        display: 'grid',
        gap: 2,
        width: 'min(380px, calc(100vw - 32px))',
        pointerEvents: 'none',
        '& > *': { pointerEvents: 'auto' },
        '@media (max-width: 600px)': { left: '50%', transform: 'translateX(-50%)' },
      }}
    >
      {toasts.length === 0 ? null : (
        <Suspense>
          <ToastList toasts={toasts} />
        </Suspense>
      )}
    </Box>
  );
}
