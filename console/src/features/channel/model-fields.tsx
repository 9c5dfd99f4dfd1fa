import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ListInput, splitList } from '../../ui/form/list-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { pricedModelsQuery } from './channel-api.ts';

const Alert = lazy(() => import('@mui/material/Alert'));

/** Which models the channel serves, and which one its tests call. */
export function ModelFields({ known }: { known: readonly string[] }) {
  const { t } = useTranslation('channel');
  const { setValue } = useFormContext();
  const priced = useQuery(pricedModelsQuery).data?.map(({ id }) => id);
  const chosen = splitList(String(useWatch({ name: 'models' }) ?? ''));
  const unpriced = priced ? chosen.filter((name) => !name.endsWith('*') && !priced.includes(name)) : [];
  const missing = known.filter((name) => !chosen.includes(name));
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <ListInput
          name="models"
          label={t('models')}
          hint={t('modelsHint')}
          options={[...new Set([...known, ...(priced ?? [])])]}
          isFree
        />
        {missing.length > 0 ? (
          <Button
            size="small"
            variant="outlined"
            onClick={() =>
              setValue('models', [...chosen, ...missing].join(','), {
                shouldDirty: true,
                shouldValidate: true,
              })
            }
          >
            {t('addKnown', { count: missing.length })}
          </Button>
        ) : null}
        {unpriced.length > 0 ? (
          <Suspense>
            <Alert severity="warning">{t('unpriced', { models: unpriced.slice(0, 5).join(', ') })}</Alert>
          </Suspense>
        ) : null}
      </Box>
      <TextInput name="test_model" label={t('testModel')} hint={t('testModelHint')} isOptional />
    </>
  );
}
