import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import FailureAlert from '../../ui/state/failure-alert.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { disabledCountQuery, useDeleteDisabled } from './channel-api.ts';

/** Says how many channels are disabled, and deletes them. */
export function DeleteDisabled({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['channel', 'ui']);
  const titleId = useId();
  const { data: count, error } = useQuery(disabledCountQuery);
  const remove = useDeleteDisabled();
  if (count === undefined && error === null) return null;
  if (!count) {
    return (
      <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{error ? t('deleteDisabled') : t('disabledNone')}</DialogTitle>
        {error ? (
          <DialogContent>
            <FailureAlert error={error} />
          </DialogContent>
        ) : null}
        <DialogActions>
          <Button onClick={onClose}>{t('ui:close')}</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('deleteDisabledTitle', { count })}
      confirmLabel={t('deleteDisabled')}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: (deleted) => {
            showToast('success', t('deletedCount', { count: deleted }));
            onClose();
          },
        })
      }
    >
      {t('deleteDisabledHint')}
    </ConfirmDialog>
  );
}
