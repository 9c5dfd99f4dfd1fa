import { type CheckedModel, channelCheckCalls } from '@turnpike/contract';
import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../../api/api-error.ts';
import { callEvents } from '../../../api/call-events.ts';

/** The state of a check. */
export interface ModelCheck {
  /** Models of the check, in the order that they were chosen in; empty before the first one. */
  asked: readonly string[];
  results: ReadonlyMap<string, CheckedModel>;
  isRunning: boolean;
  isStopped: boolean;
  /** Null where nothing failed. */
  error: unknown;
}

const notBegun: ModelCheck = {
  ...{ asked: [], results: new Map(), isRunning: false, isStopped: false, error: null },
};

/** Checks models of a channel as long as the component is there. */
export function useModelCheck(channelId: number) {
  const [check, setCheck] = useState(notBegun);
  const running = useRef<AbortController>(undefined);
  // The connection is outside of React: it ends with the dialog.
  useEffect(() => () => running.current?.abort(), []);

  async function start(models: readonly string[]) {
    const controller = new AbortController();
    running.current = controller;
    const update = (change: (before: ModelCheck) => Partial<ModelCheck>) => {
      if (running.current === controller) setCheck((before) => ({ ...before, ...change(before) }));
    };
    setCheck({ ...notBegun, asked: models, isRunning: true });
    try {
      const input = { id: channelId, models: models.join(',') };
      for await (const event of callEvents(channelCheckCalls.check, { input, signal: controller.signal })) {
        if (event.type !== 'result') continue;
        const { data } = event;
        update(({ results }) => ({ results: new Map(results).set(data.model, data) }));
      }
      update(() => ({ isRunning: false }));
    } catch (error) {
      update(() => ({ isRunning: false, ...(isAbort(error) ? { isStopped: true } : { error }) }));
    }
  }

  return {
    check,
    start: (models: readonly string[]) => void start(models),
    stop: () => running.current?.abort(),
    /** Back to the choice of models. */
    clear: () => setCheck(notBegun),
  };
}
