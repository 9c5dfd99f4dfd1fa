import { watchModels } from '../modules/channel/model-watch.ts';
import type { ModuleNeeds } from '../modules/module-needs.ts';

/** A new channel is first looked at within this. */
const LOOK_MS = 600_000;

/** Looks at upstreams' lists of models once a day; a day that was missed is made up for after the start. */
export function startModelWatch(needs: ModuleNeeds, { lookMs = LOOK_MS } = {}): { stop(): void } {
  const stopping = new AbortController();
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await watchModels(needs, stopping.signal);
    } catch (error) {
      // Without the database the next look tries again.
      if (!stopping.signal.aborted) {
        needs.log.warn({ error: String(error) }, "the upstreams' lists of models were not looked at");
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
