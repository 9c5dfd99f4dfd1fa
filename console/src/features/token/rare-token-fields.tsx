import { useQuery } from '@tanstack/react-query';
import type { BudgetView } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { BudgetInputs } from '../../ui/budget/budget-inputs.tsx';
import { LimitInputs } from '../../ui/form/limit-inputs.tsx';
import { ListInput } from '../../ui/form/list-input.tsx';
import { SpareGroupsInput } from '../../ui/form/spare-groups-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';

interface RareTokenFieldsProps {
  groups: { value: string; label: string }[];
  budgets: readonly BudgetView[];
}

/** Fields that few tokens need. */
export function RareTokenFields({ groups, budgets }: RareTokenFieldsProps) {
  const { t } = useTranslation('token');
  const models = Object.keys(useQuery(availableModelsQuery).data ?? {});
  const hasHeartbeat = useWatch({ name: 'setting.heartbeat.enabled' }) as boolean;
  return (
    <>
      <BudgetInputs owner="token" present={budgets} />
      <ListInput
        name="allowed_models"
        label={t('models')}
        hint={t('modelsHint')}
        options={models}
        isFree
        isList
        isOptional
      />
      <ListInput
        name="allowed_addresses"
        label={t('addresses')}
        hint={t('addressesHint')}
        options={[]}
        isFree
        isList
        isOptional
      />
      <LimitInputs />
      <SpareGroupsInput groups={groups} />
      <SwitchInput name="setting.heartbeat.enabled" label={t('heartbeat')} hint={t('heartbeatHint')} />
      {hasHeartbeat ? (
        <TextInput name="setting.heartbeat.timeout_seconds" label={t('heartbeatAfter')} isNumber />
      ) : null}
      <SwitchInput name="setting.cache" label={t('cache')} hint={t('cacheHint')} />
      <SwitchInput name="setting.usage_cost" label={t('usageCost')} hint={t('usageCostHint')} />
    </>
  );
}
