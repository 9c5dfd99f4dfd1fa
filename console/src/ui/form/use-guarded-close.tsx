import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../action/confirm-dialog.tsx';
import { useUnloadGuard } from '../page/use-unload-guard.ts';
import type { ContractForm } from './use-contract-form.ts';

/** Closing a form that holds typed text asks first. */
export function useGuardedClose<Input extends FieldValues, Output>(
  form: ContractForm<Input, Output>,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const { t } = useTranslation('ui');
  const [isAsking, setAsking] = useState(false);
  const { isDirty } = form.formState;
  useUnloadGuard(isDirty);
  return {
    close: () => (isDirty ? setAsking(true) : onClose()),
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        title={t('discardTitle')}
        confirmLabel={t('discard')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          form.draft.forget();
          onClose();
        }}
      >
        {t('discardHint')}
      </ConfirmDialog>
    ),
  };
}
