import { useEffect, useState } from 'react';
import type { SettingValues } from './setting-values.ts';

let kept: SettingValues | null = null;

/** Changes that were not saved when the screen was left; they wait here until it is opened again. */
export const keptDraft = (): SettingValues | null => kept;

/** Keeps unsaved changes when the screen is left, and asks before the tab itself is closed. */
export function useKeptDraft(isDirty: boolean, read: () => SettingValues): void {
  const [latest] = useState<{ read: () => SettingValues }>({ read });
  latest.read = read;
  useEffect(() => {
    if (!isDirty) {
      kept = null;
      return undefined;
    }
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      kept = latest.read();
    };
  }, [isDirty, latest]);
}
