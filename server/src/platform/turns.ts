const waiting: (() => void)[] = [];
let isPlanned = false;

/**
 * Resolves in a later turn of the event loop. Long work is cut into pieces of a few milliseconds by it. Only one of
 * the waiting works goes on in each turn, so ten of them delay others by one piece and not by ten.
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

let turn = 1;
let isTurnCounted = false;

/** A number that grows with the turns of the event loop in which somebody asks for it. */
export function currentTurn(): number {
  if (!isTurnCounted) {
    isTurnCounted = true;
    setImmediate(endTurn);
  }
  return turn;
}

function endTurn(): void {
  turn += 1;
  isTurnCounted = false;
}
