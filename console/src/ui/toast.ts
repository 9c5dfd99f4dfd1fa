import { enqueueSnackbar } from 'notistack';
import { isAbort } from '../api/api-error.ts';
import { errorText, requestIdOf } from '../api/error-text.ts';

/** How long a toast stays. Source: product specification, section 9. */
const durations = { success: 1500, info: 3000, error: 5000, warning: 10_000 } as const;

export type ToastKind = keyof typeof durations;

export function showToast(kind: ToastKind, message: string, detail?: string): void {
  enqueueSnackbar({
    message,
    variant: 'toast',
    kind,
    detail,
    preventDuplicate: true,
    autoHideDuration: durations[kind],
  });
}

/** A failed action that no form shows beside its fields. */
export function showErrorToast(error: unknown): void {
  if (isAbort(error)) return;
  showToast('error', errorText(error), requestIdOf(error));
}

/** A text that the browser would not copy: stays until closed, to be copied by hand. */
export function showCopyByHand(message: string, text: string): void {
  enqueueSnackbar({
    message,
    variant: 'toast',
    kind: 'info',
    detail: text,
    persist: true,
    preventDuplicate: true,
  });
}
