import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../../../ui/loading/lazy-part.ts';
import { openQuestion, subscribeToQuestion } from './jump-question.ts';

const ConfirmJumps = lazyPart(() => import('./confirm-jumps.tsx'));

/** Where changes of prices that look like a slip are asked about. */
export function JumpQuestionHost() {
  const question = useSyncExternalStore(subscribeToQuestion, openQuestion);
  return <Suspense>{question === null ? null : <ConfirmJumps question={question} />}</Suspense>;
}
