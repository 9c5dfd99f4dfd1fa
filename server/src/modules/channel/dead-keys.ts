import type { Log } from '../../platform/log.ts';
import { type DisablingFailure, disableAfterFailure, type StateDeps } from './automatic-state.ts';

/** Turns keys off that calls have found dead; the calls do not wait for it. */
export class DeadKeys {
  readonly #deps: StateDeps & { log: Log };
  /** Keys that are being turned off: many calls find the same one dead at once. */
  readonly #underWay = new Set<string>();

  constructor(deps: StateDeps & { log: Log }) {
    this.#deps = deps;
  }

  note(failure: DisablingFailure): void {
    const name = `${failure.channelId}/${failure.keyId}`;
    if (this.#underWay.has(name)) return;
    this.#underWay.add(name);
    void this.#turnOff(failure).finally(() => this.#underWay.delete(name));
  }

  async #turnOff(failure: DisablingFailure): Promise<void> {
    try {
      await disableAfterFailure(this.#deps, failure);
    } catch (cause) {
      // The next call finds it dead again.
      const text = `a key of channel ${failure.channelId} could not be turned off`;
      this.#deps.log.warn({ cause: String(cause) }, text);
    }
  }
}
