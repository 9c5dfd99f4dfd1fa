import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { EmptyState } from '../ui/state/empty-state.tsx';
import { ErrorState } from '../ui/state/error-state.tsx';
import { FailureNote } from '../ui/state/failure-note.tsx';
import { NoPermission } from '../ui/state/no-permission.tsx';
import { showErrorToast, showToast, type ToastKind } from '../ui/toast/toast.ts';
import { Sample, SampleRow } from './sample.tsx';

export const serverFailure = new ApiError({ code: 'gateway.internal', status: 500, requestId: '01JC8Z6Q3M' });
const offline = new ApiError({ code: 'network.offline', status: 0 });

const toastKinds: readonly ToastKind[] = ['success', 'info', 'warning', 'error', 'notice'];

export function StateSamples() {
  const { t } = useTranslation(['channel', 'ui', 'api']);
  return (
    <>
      <Sample name="EmptyState: with the next step">
        <Card>
          <EmptyState title={t('empty')} action={<Button variant="contained">{t('create')}</Button>}>
            {t('emptyHint')}
          </EmptyState>
        </Card>
      </Sample>
      <Sample name="EmptyState: nothing found">
        <Card>
          <EmptyState title={t('nothingFound')} />
        </Card>
      </Sample>
      <Sample name="ErrorState: the server failed">
        <Card>
          <ErrorState error={serverFailure} onRetry={() => {}} />
        </Card>
      </Sample>
      <Sample name="ErrorState: no connection">
        <Card>
          <ErrorState error={offline} onRetry={() => {}} />
        </Card>
      </Sample>
      <Sample name="NoPermission">
        <Card>
          <NoPermission />
        </Card>
      </Sample>
      <Sample name="FailureNote">
        <FailureNote text={t('api:network.offline')} requestId="01JC8Z6Q3M" />
      </Sample>
      {(['info', 'success', 'warning', 'error'] as const).map((severity) => (
        <Sample key={severity} name={`Alert ${severity}`}>
          <Alert severity={severity}>{t('helpRetry')}</Alert>
        </Sample>
      ))}
      <Sample name="Toasts: shown by these buttons">
        <SampleRow>
          {toastKinds.map((kind) => (
            <Button
              key={kind}
              variant="outlined"
              size="small"
              lang="en"
              onClick={() => showToast(kind, t('saved', { name: `openai-${kind}` }))}
            >
              {kind}
            </Button>
          ))}
          <Button variant="outlined" size="small" lang="en" onClick={() => showErrorToast(serverFailure)}>
            failure
          </Button>
        </SampleRow>
      </Sample>
    </>
  );
}
