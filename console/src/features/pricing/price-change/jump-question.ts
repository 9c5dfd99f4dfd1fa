import type { PriceJump } from '@turnpike/contract';
import { ApiError } from '../../../api/api-error.ts';

/** One part of a price that changes so much that it is asked about. */
export interface JumpLine extends PriceJump {
  model: string;
  isPerCall: boolean;
}

export interface JumpQuestion {
  lines: readonly JumpLine[];
  answer: (isMeant: boolean) => void;
}

let question: JumpQuestion | null = null;
const listeners = new Set<() => void>();

const setQuestion = (next: JumpQuestion | null): void => {
  question = next;
  for (const listener of listeners) listener();
};

export const openQuestion = (): JumpQuestion | null => question;

export function subscribeToQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Runs a change of prices; where the server wants it confirmed, asks with before and after and runs it once more.
 * @throws what the server said where the change is not meant
 */
export async function confirmingJumps<Answer>(
  run: (isConfirmed: boolean) => Promise<Answer>,
  linesOf: () => Promise<readonly JumpLine[]>,
): Promise<Answer> {
  try {
    return await run(false);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'price.unconfirmed') throw error;
    const lines = await linesOf();
    const isMeant = await new Promise<boolean>((answer) => setQuestion({ lines, answer }));
    setQuestion(null);
    if (!isMeant) throw error;
    return run(true);
  }
}
