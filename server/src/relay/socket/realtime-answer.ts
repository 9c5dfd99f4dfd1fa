import type { CountedUnit } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import type { AnswerFindings } from '../call/opened-answer.ts';

/** The delivered part of one response of a session. */
export class RealtimeAnswer implements AnswerFindings {
  usage: Usage | null = null;
  units: readonly CountedUnit[] = [];
  isComplete = false;
  hasLeft = false;
  textBytes = 0;
  audioTokens = 0;
  kept: readonly KeptObject[] = [];
  readonly isFiltered = false;
  readonly isCutAtLimit = false;
  readonly imageTokens = 0;
  readonly unreportedBytes = 0;
  readonly needsNoCount = true;

  readOnForUsage(): number {
    return 0;
  }
  isEmpty(): boolean {
    return false;
  }
  async countOutput(): Promise<null> {
    return null;
  }
}
