import {
  type BudgetView,
  type GroupStrategy,
  groupStrategies,
  userGroupChange,
  userGroupInput,
} from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { BudgetInputs, toBudgetInputs } from '../../ui/budget/budget-inputs.tsx';
import { EntityForm, type OpenFormProps } from '../../ui/form/entity-form.tsx';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { LimitInputs } from '../../ui/form/limit-inputs.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useChange, useCreate } from '../../ui/list/entity-mutations.ts';
import { groups } from './user-group-api.ts';

const freshGroup = {
  ...{ symbol: '', name: '', ratio: 1, api_rate: 300, public: false },
  ...{ strategy: 'weight' as const, hedge_seconds: 0, hedge_percent: 5 },
  ...{ tokens_per_minute: 0, parallel_calls: 0, promotion_points: 0, budgets: [] },
  with_default_channels: true,
};

/** The form of a new group, or of the one with this id. */
export function UserGroupForm(props: OpenFormProps) {
  const { t } = useTranslation('user-group');
  const create = useCreate(groups);
  const change = useChange(groups);
  const { onClose } = props;
  return (
    <EntityForm
      {...props}
      query={groups.oneQuery}
      title={t('title')}
      fresh={
        <SaveForm
          schema={userGroupInput}
          values={freshGroup}
          draft={{ draft: 'user-group' }}
          title={t('createTitle')}
          submitLabel={t('create')}
          save={create.mutateAsync}
          saved={(_, { name }) => t('created', { name })}
          onClose={onClose}
        >
          <TextInput name="symbol" label={t('symbol')} hint={t('symbolHint')} />
          <GroupFields budgets={[]} />
          <SwitchInput
            name="with_default_channels"
            label={t('defaultChannels')}
            hint={t('defaultChannelsHint')}
          />
        </SaveForm>
      }
    >
      {({ id, name, ratio, api_rate, tokens_per_minute, parallel_calls, ...group }) => (
        <SaveForm
          schema={userGroupChange}
          values={{
            ...{ id, name, ratio, api_rate, tokens_per_minute, parallel_calls, public: group.public },
            ...{ strategy: group.strategy, promotion_points: group.promotion_points },
            ...{ hedge_seconds: group.hedge_seconds, hedge_percent: group.hedge_percent },
            budgets: toBudgetInputs(group.budgets),
          }}
          draft={{ draft: 'user-group', row: id }}
          title={t('editTitle', { name, symbol: group.symbol })}
          save={(values) => change.mutateAsync({ ...values, etag: group.etag })}
          saved={() => t('saved')}
          onClose={onClose}
        >
          <GroupFields
            budgets={group.budgets}
            hasMore={[
              ...[group.budgets.length, tokens_per_minute, parallel_calls],
              ...[group.promotion_points, group.hedge_seconds],
            ].some((value) => value > 0)}
          />
        </SaveForm>
      )}
    </EntityForm>
  );
}

interface GroupFieldsProps {
  budgets: readonly BudgetView[];
  /** Whether something is set that is folded otherwise. */
  hasMore?: boolean;
}

function GroupFields({ budgets, hasMore = false }: GroupFieldsProps) {
  const { t } = useTranslation(['user-group', 'ui']);
  return (
    <>
      <TextInput name="name" label={t('name')} hint={t('nameHint')} />
      <TextInput name="ratio" label={t('ratio')} hint={t('ratioHint')} isNumber />
      <TextInput name="api_rate" label={t('rate')} hint={t('rateHint')} isNumber />
      <StrategyInput />
      <SwitchInput name="public" label={t('public')} hint={t('publicHint')} />
      <FoldedSection title={t('ui:more')} isOpenAtFirst={hasMore}>
        <HedgeInputs />
        <LimitInputs hasRequests={false} />
        <MoneyInput name="promotion_points" label={t('promotion')} hint={t('promotionHint')} />
        <BudgetInputs owner="group" present={budgets} />
      </FoldedSection>
    </>
  );
}

function HedgeInputs() {
  const { t } = useTranslation('user-group');
  const seconds: unknown = useWatch({ name: 'hedge_seconds' });
  return (
    <>
      <TextInput name="hedge_seconds" label={t('hedge')} hint={t('hedgeHint')} isNumber />
      {Number(seconds) > 0 ? (
        <TextInput name="hedge_percent" label={t('hedgePercent')} hint={t('hedgePercentHint')} isNumber />
      ) : null}
    </>
  );
}

function StrategyInput() {
  const { t } = useTranslation('user-group');
  const chosen: GroupStrategy = useWatch({ name: 'strategy' }) ?? 'weight';
  return (
    <SelectInput
      name="strategy"
      label={t('strategy')}
      hint={t(`strategyHint_${chosen}`)}
      choices={groupStrategies.map((value) => ({ value, label: t(`strategy_${value}`) }))}
    />
  );
}
