import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';

/** What a reader sees when a screen fails: after an update its old files may be gone, then a reload helps. */
export function ScreenError() {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  return (
    <EmptyState
      title={t('screenFailed')}
      action={
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      }
    >
      {t('screenFailedHint')} {error instanceof Error ? error.message : ''}
    </EmptyState>
  );
}
