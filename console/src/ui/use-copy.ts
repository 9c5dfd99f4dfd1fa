import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { showCopyByHand, showToast } from './toast.ts';

/** Copies a text; where the browser refuses (plain http), shows it for copying by hand. */
export function useCopy(): (text: string) => Promise<boolean> {
  const { t } = useTranslation('ui');
  return useCallback(
    async (text) => {
      try {
        await navigator.clipboard.writeText(text);
        showToast('success', t('copied'));
        return true;
      } catch {
        showCopyByHand(t('copyByHand'), text);
        return false;
      }
    },
    [t],
  );
}
