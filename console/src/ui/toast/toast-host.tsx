import Box from '@mui/material/Box';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { toastQueue, undoNewest } from './toast.ts';
import { ToastList } from './toast-list.tsx';

/**
 * Where toasts appear: bottom left, bottom centre on phones. The region stands from the start, so that screen
 * readers hear what comes into it.
 */
export function ToastHost() {
  const toasts = useSyncExternalStore(toastQueue.subscribe, toastQueue.shown);
  const place = useBodyElement();
  // An open dialog hides everything next to it from screen readers; what a toast says is meant for them too.
  useEffect(() => {
    if (toasts.length > 0) place.removeAttribute('aria-hidden');
  }, [toasts, place]);
  const canUndo = toasts.some(({ action }) => action !== undefined);
  useEffect(() => {
    if (!canUndo) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
      // Typed text has an undo of its own.
      if (!isUndo || event.defaultPrevented || isTyped(event.target)) return;
      if (undoNewest()) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [canUndo]);
  return createPortal(
    <Box
      aria-live="polite"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: 16,
        left: 16,
        display: 'grid',
        gap: 2,
        width: 'min(380px, calc(100vw - 32px))',
        pointerEvents: 'none',
        '& > *': { pointerEvents: 'auto' },
        // A finger reaches what lies below, such as the button of a form; only the toast's own buttons take it, and what is
        // to be copied by hand.
        '@media (pointer: coarse)': {
          '& > *': { pointerEvents: 'none' },
          '& button, & [data-selectable]': { pointerEvents: 'auto' },
        },
        '@media (max-width: 600px)': { left: '50%', transform: 'translateX(-50%)' },
      }}
    >
      {toasts.length === 0 ? null : <ToastList toasts={toasts} />}
    </Box>,
    place,
  );
}

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null;

/** An element of its own next to the application, for as long as it is needed. */
function useBodyElement(): HTMLElement {
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => {
    document.body.append(element);
    return () => element.remove();
  }, [element]);
  return element;
}
