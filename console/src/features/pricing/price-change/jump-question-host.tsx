import { Suspense, useSyncExternalStore } from 'react';
import { ConfirmJumps } from './confirm-jumps.tsx';
import { openQuestion, subscribeToQuestion } from './jump-question.ts';

/** Where changes of prices that look like a slip are asked about. */
export function JumpQuestionHost() {
  const question = useSyncExternalStore(subscribeToQuestion, openQuestion);
  return <Suspense>{question === null ? null : <ConfirmJumps question={question} />}</Suspense>;
}
