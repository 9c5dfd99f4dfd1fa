import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, Suspense } from 'react';

/** A field of the same size stands here while the picker is loading. */
export function FieldPlace({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <Skeleton variant="rounded" sx={{ height: 36, '@media (pointer: coarse)': { height: 44 } }} />
      }
    >
      {children}
    </Suspense>
  );
}
