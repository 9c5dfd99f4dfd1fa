import TestIcon from '@mui/icons-material/NetworkCheckOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';
import { useIsRoot } from '../../../api/own-role.ts';
import { showFieldFailures } from '../../../ui/form/use-contract-form.ts';
import FailureAlert from '../../../ui/state/failure-alert.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { type ChannelFormValues, useTestDraft } from '../channel-api.ts';
import { isKindRefused, KIND_NOT_OFFERED, kindToAsk, type TestKind } from './test-kind-field.tsx';

/** Tries the channel as the form has it; a saved one keeps its stored key unless a new one is typed. */
export function DraftTest({ id, kind = 'auto' }: { id?: number; kind?: TestKind }) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  const isRoot = useIsRoot();
  const test = useTestDraft();
  const form = useFormContext<ChannelFormValues>();
  const [isAtField, setAtField] = useState(false);

  const isRefused = isKindRefused(test.error);

  async function run() {
    if (!(await form.trigger(['type', 'base_url', 'dialects', 'models', 'key']))) return;
    const { name: _name, allow_private_network, ...values } = form.getValues();
    test.mutate(
      {
        ...values,
        ...kindToAsk(kind),
        ...(isRoot && allow_private_network !== undefined ? { allow_private_network } : {}),
        ...(id === undefined ? {} : { id }),
      },
      { onError: (error) => setAtField(showFieldFailures(form as never, error) > 0) },
    );
  }

  return (
    <>
      <Box aria-live="polite" sx={{ flexBasis: '100%' }}>
        {test.isSuccess ? (
          <Alert severity="success">{t('draftOk', { time: formats.duration(test.data.time * 1000) })}</Alert>
        ) : null}
        {isRefused ? <Alert severity="error">{codeText(KIND_NOT_OFFERED)}</Alert> : null}
        {test.isError && !isAtField && !isRefused ? <FailureAlert error={test.error} /> : null}
      </Box>
      <Button
        variant="outlined"
        startIcon={<TestIcon />}
        loading={test.isPending}
        loadingPosition="start"
        onClick={run}
        sx={{ mr: 'auto' }}
      >
        {t('testDraft')}
      </Button>
    </>
  );
}
