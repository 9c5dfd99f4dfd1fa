import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { showCopyByHand, showToast } from '../toast/toast.ts';

/** Names of copied things, for the message. */
export type CopiedThing =
  | 'key'
  | 'access_token'
  | 'price'
  | 'log_row'
  | 'model'
  | 'sample'
  | 'report'
  | 'address'
  | 'invitation'
  | 'order_no'
  | 'callback_address'
  | 'code'
  | 'request_id'
  | 'task_id'
  | 'task_file'
  | 'task_answer'
  | 'secret'
  | 'transcript'
  | 'password';

/** Copies a text; where the browser refuses (plain http), shows it for copying by hand. */
export function useCopy(): (text: string, thing: CopiedThing) => Promise<boolean> {
  const { t } = useTranslation('ui');
  return useCallback(
    async (text, thing) => {
      try {
        await navigator.clipboard.writeText(text);
        showToast('success', t(`copied_${thing}`));
        return true;
      } catch {
        showCopyByHand(t('copyByHand'), text);
        return false;
      }
    },
    [t],
  );
}
