import DownloadIcon from '@mui/icons-material/CloudDownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useListedModels } from '../../../api/listed-models.ts';
import { useIsRoot } from '../../../api/own-role.ts';
import { showFieldFailures } from '../../../ui/form/use-contract-form.ts';
import FailureAlert from '../../../ui/state/failure-alert.tsx';
import type { ChannelFormValues } from '../channel-api.ts';

interface FetchModelsProps {
  /** Id of a saved channel, whose stored key is used unless a new one is typed. */
  id: number | undefined;
  onFetched: (models: string[]) => void;
}

/** Asks the provider for its models, with address and key as the form has them. */
export function FetchModels({ id, onFetched }: FetchModelsProps) {
  const { t } = useTranslation('channel');
  const isRoot = useIsRoot();
  const fetchModels = useListedModels();
  const form = useFormContext<ChannelFormValues>();
  const [isAtField, setAtField] = useState(false);

  async function run() {
    if (!(await form.trigger(['type', 'base_url', 'dialects', 'key']))) return;
    const { type, base_url, other, key, dialects, allow_private_network } = form.getValues();
    fetchModels.mutate(
      {
        ...{ type, base_url, other, key, dialects },
        ...(isRoot && allow_private_network !== undefined ? { allow_private_network } : {}),
        ...(id === undefined ? {} : { id }),
      },
      {
        onSuccess: onFetched,
        onError: (error) => setAtField(showFieldFailures(form as never, error) > 0),
      },
    );
  }

  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<DownloadIcon />}
        loading={fetchModels.isPending}
        loadingPosition="start"
        onClick={run}
      >
        {t('fetchModels')}
      </Button>
      <Box aria-live="polite" sx={{ flexBasis: '100%', order: 1 }}>
        {fetchModels.isError && !isAtField ? <FailureAlert error={fetchModels.error} /> : null}
        {fetchModels.isSuccess && fetchModels.data.length === 0 ? (
          <Alert severity="info">{t('fetchedNone')}</Alert>
        ) : null}
      </Box>
    </>
  );
}
