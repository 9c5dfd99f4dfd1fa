import { isAbort } from '../../api/api-error.ts';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { isSaidByDialog } from '../../api/session-state.ts';
import { ToastQueue } from './toast-queue.ts';

/** How long a toast stays, in ms. Source: docs/reference/compatibility.md, "Numbers on screens". */
const durations = { success: 1500, info: 3000, error: 5000, warning: 10_000, notice: 20_000 } as const;

export type ToastKind = keyof typeof durations;

export interface ToastOptions {
  kind: ToastKind;
  message: string;
  /** Second line, to be copied: a request id, a text that the browser would not copy. */
  detail?: string | undefined;
  action?: { label: string; onAct: () => void } | undefined;
  /** Subject of the action. */
  key?: string | undefined;
  /** Milliseconds; `null` stays until closed. */
  durationMs: number | null;
}

export const toastQueue = new ToastQueue<ToastOptions>({
  isSame: (one, other) => one.kind === other.kind && one.message === other.message && one.key === other.key,
});

export function showToast(kind: ToastKind, message: string, detail?: string): void {
  toastQueue.add({ kind, message, detail, durationMs: durations[kind] });
}

/** A failed action that no form shows next to its fields. */
export function showErrorToast(error: unknown): void {
  if (isAbort(error) || isSaidByDialog(error)) return;
  showToast('error', errorText(error), requestIdOf(error));
}

/** A text that the browser would not copy: stays until closed, to be copied by hand. */
export function showCopyByHand(message: string, text: string): void {
  toastQueue.add({ kind: 'info', message, detail: text, durationMs: null });
}

interface Undo {
  key: string;
  message: string;
  /** The button's word. */
  label: string;
  onUndo: () => void;
}

/** Announces a change that can be undone, for as long as a notice, so that there is time to press the button. */
export function showUndo({ key, message, label, onUndo }: Undo): void {
  const action = { label, onAct: onUndo };
  toastQueue.add({ kind: 'notice', key, message, action, durationMs: durations.notice });
}

/** Takes an offer away that no longer holds. */
export function withdrawUndo(key: string): void {
  toastQueue.withdraw((toast) => toast.key === key);
}

/** Takes the newest change back that is still offered. */
export function undoNewest(): boolean {
  const newest = toastQueue.shown().findLast(({ action }) => action !== undefined);
  if (newest === undefined) return false;
  toastQueue.close(newest.id);
  newest.action?.onAct();
  return true;
}
