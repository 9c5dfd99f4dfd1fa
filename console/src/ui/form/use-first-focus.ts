import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Fields to type in. A list that has names already is no place to begin: its first key would remove one. */
const typed =
  'input:not([type=checkbox], [type=radio], [type=hidden], [type=file], [readonly], [data-filled]), textarea:not([readonly])';
const chosen = 'select, input:not([type=hidden], [data-filled])';

/**
 * Gives the focus to the first field of a form that opens, also where its code comes later. A field that takes the
 * focus by itself keeps it.
 */
export function useFirstFocus(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const content = ref.current;
    if (content === null) return undefined;
    const observer = new MutationObserver(() => {
      if (focusFirst(content, false)) observer.disconnect();
    });
    if (!focusFirst(content, true)) observer.observe(content, { childList: true, subtree: true });
    // A menu that closes with this opening gives the focus back to its button.
    const frame = requestAnimationFrame(() => focusFirst(content, true));
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  return ref;
}

/** @returns whether there is nothing left to do */
function focusFirst(content: HTMLElement, isOpening: boolean): boolean {
  const active = document.activeElement;
  const frame = content.closest('[role=dialog]') ?? content;
  const isFree = active === null || active.contains(content) || (isOpening && !frame.contains(active));
  if (!isFree) return true;
  const field = content.querySelector<HTMLElement>(typed) ?? content.querySelector<HTMLElement>(chosen);
  if (field === null) return false;
  field.focus({ preventScroll: true });
  // As when a reader comes by Tab: what is typed takes the place of what is there.
  if (field instanceof HTMLInputElement) field.select();
  return true;
}
