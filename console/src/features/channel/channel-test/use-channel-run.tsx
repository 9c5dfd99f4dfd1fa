import { type ReactNode, useRef, useState } from 'react';
import { isAbort } from '../../../api/api-error.ts';
import { type AskPart, type RunPart, useAskInParts } from '../channel-api.ts';

export interface RunState<Row> {
  /** Undefined until the first channels have answered. */
  progress: RunPart<Row> | undefined;
  isRunning: boolean;
  isStopped: boolean;
  error: unknown;
  onStop: () => void;
  /** Also stops what is running. */
  onClose: () => void;
}

/**
 * Asks something of many channels, part by part, as long as its dialog is there.
 * @param draw the dialog; drawn from the start until it is closed
 */
export function useChannelRun<Row>(
  ask: AskPart<Row>,
  draw: (state: RunState<Row>) => ReactNode,
  onClosed?: () => void,
): { start: () => void; dialog: ReactNode } {
  const run = useAskInParts(ask);
  const running = useRef<AbortController>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [isStopped, setStopped] = useState(false);
  const [progress, setProgress] = useState<RunPart<Row>>();

  function start() {
    const controller = new AbortController();
    running.current = controller;
    setProgress(undefined);
    setStopped(false);
    setOpen(true);
    run.mutate({ onProgress: setProgress, signal: controller.signal });
  }
  function onStop() {
    running.current?.abort();
    setStopped(true);
  }
  function onClose() {
    running.current?.abort();
    setOpen(false);
    onClosed?.();
  }

  const isRunning = run.isPending;
  const error = isAbort(run.error) ? null : run.error;
  return {
    start,
    dialog: isOpen ? draw({ progress, isRunning, isStopped, error, onStop, onClose }) : null,
  };
}
