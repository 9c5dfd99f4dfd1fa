import type { BalancesResult } from '@turnpike/contract';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { isAbort } from '../../api/api-error.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useUpdateBalances } from './channel-api.ts';

const UpdateBalances = lazyPart(() => import('./update-balances.tsx'));

/** Updates all balances, and the dialog that shows how far it is. */
export function useAllBalances(): { start: () => void; dialog: ReactNode } {
  const update = useUpdateBalances();
  const running = useRef<AbortController>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState<BalancesResult>();

  function start() {
    const run = new AbortController();
    running.current = run;
    setProgress(undefined);
    setOpen(true);
    update.mutate({ onProgress: setProgress, signal: run.signal });
  }
  function close() {
    running.current?.abort();
    setOpen(false);
  }

  return {
    start,
    dialog: isOpen ? (
      <Suspense>
        <UpdateBalances
          progress={progress}
          isRunning={update.isPending}
          error={isAbort(update.error) ? null : update.error}
          onClose={close}
        />
      </Suspense>
    ) : null,
  };
}
