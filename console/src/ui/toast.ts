import { isAbort } from '../api/api-error.ts';
import { errorText, requestIdOf } from '../api/error-text.ts';

/** How long a toast stays. Source: product specification, section 9. */
const durations = { success: 1500, info: 3000, error: 5000, warning: 10_000 } as const;

export type ToastKind = keyof typeof durations;

export interface ToastOptions {
  kind: ToastKind;
  message: string;
  detail?: string | undefined;
  /** Milliseconds; `null` stays until closed. */
  durationMs: number | null;
}

/** Toasts shown before their list was there to show them. */
const waiting: ToastOptions[] = [];
let show: ((toast: ToastOptions) => void) | undefined;
let wasShown = false;
let onFirst: () => void = () => {};

export const wasToastShown = (): boolean => wasShown;

export function listenForFirstToast(listener: () => void): () => void {
  onFirst = listener;
  return () => {
    onFirst = () => {};
  };
}

/** Called by the list of toasts once it can show some. */
export function connectToasts(showToast: (toast: ToastOptions) => void): void {
  show = showToast;
  for (const toast of waiting.splice(0)) showToast(toast);
}

function enqueue(toast: ToastOptions): void {
  if (show) {
    show(toast);
    return;
  }
  waiting.push(toast);
  wasShown = true;
  onFirst();
}

export function showToast(kind: ToastKind, message: string, detail?: string): void {
  enqueue({ kind, message, detail, durationMs: durations[kind] });
}

/** A failed action that no form shows beside its fields. */
export function showErrorToast(error: unknown): void {
  if (isAbort(error)) return;
  showToast('error', errorText(error), requestIdOf(error));
}

/** A text that the browser would not copy: stays until closed, to be copied by hand. */
export function showCopyByHand(message: string, text: string): void {
  enqueue({ kind: 'info', message, detail: text, durationMs: null });
}
