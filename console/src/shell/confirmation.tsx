import type { ConfirmedAction } from '@turnpike/contract';
import { Suspense, useEffect, useState } from 'react';
import { listenForConfirmation } from '../api/call-api.ts';
import { lazyPart } from '../ui/loading/lazy-part.ts';

const ConfirmationDialog = lazyPart(() => import('./confirmation-dialog.tsx'));

interface Asked {
  action: ConfirmedAction;
  answer: (token: string | undefined) => void;
}

/** Asks for the second factor where a call needs it. The call waits, and then goes on. */
export function Confirmation() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      listenForConfirmation(
        (action) =>
          new Promise((resolve) => {
            setAsked({
              action: action as ConfirmedAction,
              answer: (token) => {
                setAsked(undefined);
                resolve(token);
              },
            });
          }),
      ),
    [],
  );
  if (asked === undefined) return null;
  return (
    <Suspense>
      <ConfirmationDialog action={asked.action} onAnswer={asked.answer} />
    </Suspense>
  );
}
