import { loadFile } from '../../api/load-file.ts';

type Load = () => Promise<unknown>;

const waiting: Load[] = [];
let isReaderHere = false;
let isLoading = false;

// Not the focus: a form may take it by itself.
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
for (const sign of signs) window.addEventListener(sign, notice, { passive: true });

/** Loads code that may be needed soon, one file after the other, once somebody uses the page and it has time. */
export function loadWhenIdle(load: Load): void {
  waiting.push(load);
  if (isReaderHere) void loadNext();
}

function notice(event: Event): void {
  if (isStill(event)) return;
  for (const sign of signs) window.removeEventListener(sign, notice);
  isReaderHere = true;
  void loadNext();
}

/** Browsers report a pointer that rests where a page is drawn as one that moves by nothing. */
const isStill = (event: Event): boolean =>
  event.type === 'pointermove' &&
  event instanceof MouseEvent &&
  event.movementX === 0 &&
  event.movementY === 0;

async function loadNext(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  for (let load = waiting.shift(); load !== undefined; load = waiting.shift()) {
    await idle();
    // A failed file is requested again when it is needed.
    await loadFile(load).catch(() => undefined);
  }
  isLoading = false;
}

const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    // Safari has no such call.
    if (window.requestIdleCallback) window.requestIdleCallback(resolve);
    else setTimeout(resolve, 200);
  });
