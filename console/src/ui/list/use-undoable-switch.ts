import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showUndo, withdrawUndo } from '../toast/toast.ts';

interface UndoableSwitch {
  /** Unique key among all lists: `channel 7`. */
  key: string;
  name: string;
  /** Sends the change; the query client shows a refusal. */
  turn: (isOn: boolean) => Promise<unknown>;
}

/**
 * The switch of a list's row. After it turned something off, it offers to turn it on again. The next change of the same
 * row removes the offer.
 */
export function useUndoableSwitch({ key, name, turn }: UndoableSwitch): (isOn: boolean) => Promise<void> {
  const { t } = useTranslation('ui');
  const changes = useRef(0);
  return async function change(isOn) {
    withdrawUndo(key);
    changes.current += 1;
    const own = changes.current;
    try {
      await turn(isOn);
    } catch {
      return;
    }
    if (isOn || own !== changes.current) return;
    showUndo({
      key,
      message: t('switchedOff', { name }),
      label: t('undo'),
      onUndo: () => void change(true),
    });
  };
}
