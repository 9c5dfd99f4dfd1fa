import type { LedgerCheck } from '../modules/ledger/ledger-check.ts';
import type { Log } from '../platform/log.ts';

/** A clock that is set, or a machine that slept, is noticed within this. */
const LOOK_MS = 60_000;

/** Closes days and checks the ledger every night; a night that was missed is made up for after the start. */
export function startNightlyLedgerCheck({
  ledgerCheck,
  log,
  lookMs = LOOK_MS,
}: {
  ledgerCheck: LedgerCheck;
  log: Log;
  lookMs?: number;
}): { stop(): void } {
  const look = async () => {
    try {
      if (await ledgerCheck.isDue()) await ledgerCheck.run({ isFull: false });
    } catch (error) {
      // Without the database the next look tries again.
      log.warn({ error: String(error) }, 'the nightly check of the ledger could not begin');
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      ledgerCheck.stop();
    },
  };
}
