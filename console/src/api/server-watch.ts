import type { SiteStatus } from '@turnpike/contract';
import { version } from '@turnpike/contract/version';
import { useSyncExternalStore } from 'react';
import { firstCalls } from './first-calls.ts';

/** Waits between two questions while the server does not answer; the last one goes on. */
const waitsMs = [1000, 1000, 2000, 4000, 8000];
const ANSWER_WITHIN_MS = 10_000;

/** An answer is believed for so long: what follows it at once asks nothing. */
const BELIEVED_MS = 200;

let isUnreachable = false;
let asking: Promise<SiteStatus> | undefined;
const listeners = new Set<() => void>();
/** A page that loads this file has just been answered. Since a call without an answer, nothing counts as answered. */
let answeredAtMs = performance.now();
const waiting = new Set<() => void>();

type AnswerListener = (status: SiteStatus, wasUnreachable: boolean) => void;
let onAnswer: AnswerListener | undefined;

/** Calls one listener with each status of the server. Without a listener, no status is requested. */
export function watchServer(listener: AnswerListener): void {
  onAnswer = listener;
}

/** Notes every answer, so that fewer status requests are needed. */
export function noteAnswer(): void {
  answeredAtMs = performance.now();
  for (const goOn of waiting) goOn();
  waiting.clear();
}

/** Comes back once the server answers anything: at once where it has just done so. */
export async function untilServerAnswers(): Promise<void> {
  if (onAnswer === undefined || performance.now() - answeredAtMs < BELIEVED_MS) return;
  const answer = new Promise<void>((resolve) => waiting.add(resolve));
  await Promise.race([asking ?? checkServer(), answer]);
}

/**
 * Asks whether the server answers; to be called when a call or a file had no answer. All callers share one question,
 * which is repeated until it is answered: at once when the browser is online again or its page is looked at.
 */
export function checkServer(): Promise<SiteStatus> {
  asking ??= askUntilAnswered().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Notes a call that got no answer. */
export function noteNoAnswer(): void {
  answeredAtMs = Number.NEGATIVE_INFINITY;
  void checkServer();
}

/** As `noteNoAnswer`, after a wait that was long enough: the server counts as unreachable until it answers. */
export function noteSilence(): void {
  setUnreachable(true);
  noteNoAnswer();
}

async function askUntilAnswered(): Promise<SiteStatus> {
  for (let failures = 0; ; failures += 1) {
    const status = await askOnce();
    const wasUnreachable = isUnreachable;
    setUnreachable(status === undefined);
    if (status !== undefined) {
      noteAnswer();
      onAnswer?.(status, wasUnreachable);
      return status;
    }
    await nextTry(waitsMs[Math.min(failures, waitsMs.length - 1)] ?? 0);
  }
}

async function askOnce(): Promise<SiteStatus | undefined> {
  try {
    const response = await fetch(firstCalls.status.path, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const { data } = (await response.json()) as { data?: SiteStatus };
    return typeof data?.version === 'string' ? data : undefined;
  } catch {
    return undefined;
  }
}

function nextTry(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      window.removeEventListener('online', goOn);
      document.removeEventListener('visibilitychange', goOn);
      resolve();
    };
    const timer = setTimeout(goOn, waitMs);
    window.addEventListener('online', goOn);
    document.addEventListener('visibilitychange', goOn);
  });
}

function setUnreachable(next: boolean): void {
  if (next === isUnreachable) return;
  isUnreachable = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsServerUnreachable(): boolean {
  return useSyncExternalStore(listen, () => isUnreachable);
}

/** Calls a listener once, as soon as the server cannot be reached: at once where that is so. @returns how to stop */
export function onUnreachable(listener: () => void): () => void {
  const tell = () => {
    if (!isUnreachable && navigator.onLine) return;
    stop();
    listener();
  };
  const stop = listen(tell);
  tell();
  return stop;
}

/** Whether this is another version than the one that this page was built from. */
export const isOtherVersion = (served: string): boolean =>
  served !== '' && served !== 'v0.0.0' && served !== version;

/** Asks the server, as soon as it answers, whether it runs another version than this page. */
export const hasOtherVersion = async (): Promise<boolean> =>
  onAnswer !== undefined && isOtherVersion((await checkServer()).version);
