import { useEffect, useRef } from 'react';
import type { SettingValues } from './setting-values.ts';

let kept: SettingValues = {};

/** Changes that were not saved when the screen was left; they wait here until it is opened again. */
export const keptDraft = (): SettingValues => kept;

/**
 * Keeps unsaved changes when the screen is left, and asks before the tab itself is closed.
 * @param changes only what was changed: the rest may be changed by others meanwhile
 */
export function useKeptDraft(changes: SettingValues): void {
  const latest = useRef(changes);
  const isDirty = Object.keys(changes).length > 0;
  useEffect(() => {
    latest.current = changes;
  });
  useEffect(
    () => () => {
      kept = latest.current;
    },
    [],
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
