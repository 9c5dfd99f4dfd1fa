/**
 * Notifies all listeners of a call that it is aborted. Cheaper than an AbortController, which every call
 * would need.
 */
export class BreakOff {
  #listeners: (() => void)[] = [];
  isBroken = false;

  onBreak(listener: () => void): void {
    if (this.isBroken) listener();
    else this.#listeners.push(listener);
  }

  break(): void {
    if (this.isBroken) return;
    this.isBroken = true;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}
