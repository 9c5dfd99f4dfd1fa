import { nextTurn } from '../turns.ts';
import type { JsonScanner } from './json-scanner.ts';

/** Bytes scanned between two looks at the clock: what is nested or has many names takes fifty times as long. */
const SLICE_BYTES = 16 * 1024;
/** Time for scanning one body before other calls get their turn. */
const TURN_MS = 2;

/** @throws JsonScanError */
export async function scanInTurns(
  body: Buffer,
  scanner: JsonScanner,
  nowMs: () => number = () => performance.now(),
): Promise<void> {
  if (body.length <= SLICE_BYTES) scanner.feed(body);
  else {
    await nextTurn();
    let turnEndMs = nowMs() + TURN_MS;
    for (let start = 0; start < body.length; start += SLICE_BYTES) {
      if (nowMs() >= turnEndMs) {
        await nextTurn();
        turnEndMs = nowMs() + TURN_MS;
      }
      scanner.feed(body.subarray(start, start + SLICE_BYTES));
    }
  }
  scanner.end();
}
