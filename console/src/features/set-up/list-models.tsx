import Button from '@mui/material/Button';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useListedModels } from '../../api/listed-models.ts';
import { showFieldFailures } from '../../ui/form/use-contract-form.ts';
import FailureAlert from '../../ui/state/failure-alert.tsx';
import type { FirstChannel } from './provider-draft.ts';

/** Models that a new channel gets without a choice of its own. */
const MAX_TAKEN = 20;

/** Asks the provider for its models, and fills the field with them; more than twenty are offered only. */
export function ListModels({ onListed }: { onListed: (models: string[]) => void }) {
  const { t } = useTranslation('set-up');
  const list = useListedModels();
  const form = useFormContext<FirstChannel>();
  const [isAtField, setAtField] = useState(false);

  async function run() {
    if (!(await form.trigger(['base_url', 'key']))) return;
    const { type, base_url, other, key, dialects, allow_private_network } = form.getValues();
    const draft = { type, base_url, other, key, dialects, allow_private_network };
    list.mutate(draft, {
      onSuccess: (models) => {
        setAtField(false);
        onListed(models);
        if (models.length <= MAX_TAKEN) form.setValue('models', models.join(','), { shouldValidate: true });
      },
      onError: (error) => setAtField(showFieldFailures(form as never, error) > 0),
    });
  }

  return (
    <>
      <Button
        variant="outlined"
        size="small"
        loading={list.isPending}
        onClick={run}
        sx={{ justifySelf: 'start' }}
      >
        {t('listModels')}
      </Button>
      {list.isError && !isAtField ? <FailureAlert error={list.error} /> : null}
    </>
  );
}
