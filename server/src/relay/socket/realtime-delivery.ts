import type { CountedUnit } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import type { Delivery } from '../call/call-context.ts';

/** The delivered part of one response of a session. */
export class RealtimeDelivery implements Delivery {
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

  async run(): Promise<void> {}
  finish(): void {}
  breakOff(): void {}
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
