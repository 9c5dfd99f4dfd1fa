import { watchModels } from '../modules/channel/model-watch.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';

/** A new channel is first looked at within this. */
const LOOK_MS = 600_000;

/** Looks at upstreams' lists of models once a day; a day that was missed is made up for after the start. */
export function startModelWatch(deps: ModuleDeps, { lookMs = LOOK_MS } = {}): { stop(): void } {
  const stopping = new AbortController();
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await watchModels(deps, stopping.signal);
    } catch (error) {
      // Without the database the next look tries again.
      if (!stopping.signal.aborted) {
        deps.log.warn({ error: String(error) }, "the upstreams' lists of models were not looked at");
      }
    }
    isLooking = false;
  };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      stopping.abort();
    },
  };
}
