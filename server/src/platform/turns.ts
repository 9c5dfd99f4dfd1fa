const waiting: (() => void)[] = [];
let isPlanned = false;

/**
 * Lets the event loop do what else there is, then goes on. Long work is cut in pieces of a few milliseconds by
 * it; of all who wait, one goes on in each turn of the loop, so that ten such works at once hold nobody up
 * longer than one.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isPlanned) plan();
  });
}

function plan(): void {
  isPlanned = true;
  setImmediate(() => {
    waiting.shift()?.();
    isPlanned = false;
    if (waiting.length > 0) plan();
  });
}
