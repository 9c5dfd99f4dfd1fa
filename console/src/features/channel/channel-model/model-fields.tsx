import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ChannelTypeView, compareModels } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { pricedModelsQuery } from '../../../api/priced-models.ts';
import { unpricedModels } from '../../../api/unpriced-models.ts';
import { ListInput, splitList } from '../../../ui/form/list-input.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useChannelTypeName } from '../../../ui/text/use-channel-type-name.ts';
import { type TestKind, TestKindField } from '../channel-test/test-kind-field.tsx';
import { FetchModels } from './fetch-models.tsx';

interface ModelFieldsProps {
  type: ChannelTypeView | undefined;
  /** Shows the channel's models next to those of its provider. */
  onCompare: () => void;
  /** Number of a saved channel. */
  id: number | undefined;
  /** Shows the channel's models next to those that the provider lists. */
  onFetched: (models: string[]) => void;
  testKind?: TestKindChoice;
}

/** Kind of request of the form's test; not part of the channel. */
export interface TestKindChoice {
  value: TestKind;
  onChange: (kind: TestKind) => void;
}

/** Which models the channel serves, and which one its tests call. */
export function ModelFields({ type, onCompare, id, onFetched, testKind }: ModelFieldsProps) {
  const { t } = useTranslation('channel');
  const typeName = useChannelTypeName();
  const known = type?.models ?? [];
  const priced = useQuery(pricedModelsQuery).data?.map(({ id }) => id);
  const chosen = splitList(String(useWatch({ name: 'models' }) ?? ''));
  const unpriced = priced ? unpricedModels(chosen, priced) : [];
  const { added, removed } = compareModels(chosen, known);
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
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {type?.has_model_list ? <FetchModels key={type.id} id={id} onFetched={onFetched} /> : null}
          {type && known.length > 0 && added.length + removed.length > 0 ? (
            <Button size="small" variant="outlined" onClick={onCompare}>
              {t('compareWith', {
                provider: typeName(type),
                added: added.length,
                removed: removed.length,
              })}
            </Button>
          ) : null}
        </Box>
        {unpriced.length > 0 ? (
          <Alert severity="warning">{t('unpriced', { models: unpriced.slice(0, 5).join(', ') })}</Alert>
        ) : null}
      </Box>
      <TextInput name="test_model" label={t('testModel')} hint={t('testModelHint')} isOptional />
      {testKind ? <TestKindField {...testKind} hint={t('testKindHint')} /> : null}
    </>
  );
}
