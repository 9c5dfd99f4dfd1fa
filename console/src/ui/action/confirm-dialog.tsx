import { Suspense, useRef } from 'react';
import { lazyDialog } from '../loading/lazy-part.ts';
import type { ConfirmDialogProps } from './confirm-question.tsx';

const ConfirmQuestion = lazyDialog(() => import('./confirm-question.tsx'));

/** Asks before something cannot be undone; its code is loaded with the first question. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  // Every row of a list has some; what was never asked is not drawn.
  const wasAsked = useRef(false);
  wasAsked.current ||= props.isOpen;
  if (!wasAsked.current) return null;
  return (
    <Suspense>
      <ConfirmQuestion {...props} />
    </Suspense>
  );
}
