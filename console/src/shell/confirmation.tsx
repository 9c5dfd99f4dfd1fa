import type { ConfirmedAction } from '@turnpike/contract';
import { Suspense, useEffect, useState } from 'react';
import { listenForConfirmation, type NeededProof } from '../api/call-api.ts';
import { lazyPart } from '../ui/loading/lazy-part.ts';

const ConfirmationDialog = lazyPart(() => import('./confirmation-dialog.tsx'));

interface Asked {
  action: ConfirmedAction;
  proof: NeededProof;
  answer: (token: string | undefined) => void;
}

/** Asks for a fresh proof where a call needs it. The call waits, and then goes on. */
export function Confirmation() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      listenForConfirmation(
        (action, proof) =>
          new Promise((resolve) => {
            setAsked({
              action: action as ConfirmedAction,
              proof,
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
      <ConfirmationDialog action={asked.action} proof={asked.proof} onAnswer={asked.answer} />
    </Suspense>
  );
}
