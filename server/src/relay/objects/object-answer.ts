import { noUsage, type Usage } from '../../billing/usage.ts';
import type { AnswerFindings, HeldBytes } from '../call/opened-answer.ts';

/** The vendor's JSON of a created object. */
export class ObjectAnswer implements AnswerFindings, HeldBytes {
  readonly kind = 'held';
  readonly usage: Usage = noUsage();
  readonly units = [];
  readonly kept = [];
  readonly isComplete = true;
  readonly hasLeft = false;
  readonly isFiltered = false;
  readonly isCutAtLimit = false;
  readonly textBytes = 0;
  readonly audioTokens = 0;
  readonly imageTokens = 0;
  readonly unreportedBytes = 0;
  readonly needsNoCount = true;
  readonly #json: Buffer;

  constructor(json: Buffer) {
    this.#json = json;
  }

  body(): Buffer {
    return this.#json;
  }

  readOnForUsage(): number {
    return 0;
  }
  text(): string {
    return '';
  }

  isEmpty(): boolean {
    return false;
  }
  async countOutput(): Promise<null> {
    return null;
  }
}
