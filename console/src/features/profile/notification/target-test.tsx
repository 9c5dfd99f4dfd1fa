import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../../api/error-text.ts';
import { showFieldFailures } from '../../../ui/form/use-contract-form.ts';
import { FailureNote } from '../../../ui/state/failure-note.tsx';
import { useTestTarget } from './notification-api.ts';
import type { TargetValues } from './target-values.ts';

/** Sends a message with the values of the form, and shows the words of the server. */
export function TargetTest({ id = 0 }: { id?: number | undefined }) {
  const { t } = useTranslation('profile');
  const form = useFormContext<TargetValues>();
  const test = useTestTarget();
  async function send() {
    if (!(await form.trigger('config'))) return;
    const { type, config, allow_private } = form.getValues();
    test.mutate(
      { id, type, config, allow_private },
      { onError: (error) => showFieldFailures(form as never, error) },
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Button variant="outlined" loading={test.isPending} onClick={send} sx={{ justifySelf: 'start' }}>
        {t('sendTest')}
      </Button>
      {test.data ? (
        <Alert
          severity={test.data.sent ? 'success' : 'error'}
          role="status"
          sx={{ overflowWrap: 'anywhere' }}
        >
          {t(test.data.sent ? 'testSent' : 'testFailed', { answer: test.data.answer })}
        </Alert>
      ) : null}
      {test.error ? <FailureNote text={errorText(test.error)} requestId={requestIdOf(test.error)} /> : null}
    </Box>
  );
}
