import { useQuery } from '@tanstack/react-query';
import { type BudgetView, type UsedGroupView, userGroupChange, userGroupInput } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { BudgetInputs, toBudgetInputs } from '../../ui/budget/budget-inputs.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { LimitInputs } from '../../ui/form/limit-inputs.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useChangeGroup, useCreateGroup, userGroupQuery } from './user-group-api.ts';

const freshGroup = {
  ...{ symbol: '', name: '', ratio: 1, api_rate: 300, public: false },
  ...{ tokens_per_minute: 0, parallel_calls: 0, budgets: [] },
  with_default_channels: true,
};

interface UserGroupFormProps {
  onClose: () => void;
}

/** The form of a new group, or of the one with this id. */
export default function UserGroupForm({ id, onClose }: UserGroupFormProps & { id: string }) {
  return id === 'new' ? (
    <NewGroupForm onClose={onClose} />
  ) : (
    <ExistingGroupForm id={Number(id)} onClose={onClose} />
  );
}

function NewGroupForm({ onClose }: UserGroupFormProps) {
  const { t } = useTranslation('user-group');
  const create = useCreateGroup();
  const form = useContractForm(userGroupInput, freshGroup, { draft: 'user-group' });
  return (
    <FormDialog
      form={form}
      title={t('createTitle')}
      submitLabel={t('create')}
      onClose={onClose}
      onSubmit={async (values) => {
        await create.mutateAsync(values);
        showToast('success', t('created', { name: values.name }));
        onClose();
      }}
    >
      <TextInput name="symbol" label={t('symbol')} hint={t('symbolHint')} />
      <GroupFields budgets={[]} />
      <SwitchInput
        name="with_default_channels"
        label={t('defaultChannels')}
        hint={t('defaultChannelsHint')}
      />
    </FormDialog>
  );
}

function ExistingGroupForm({ id, onClose }: UserGroupFormProps & { id: number }) {
  const { t } = useTranslation('user-group');
  const group = useQuery(userGroupQuery(id));
  return (
    <LoadedForm row={group} title={t('title')} onClose={onClose}>
      {(group) => <ChangeGroupForm group={group} onClose={onClose} />}
    </LoadedForm>
  );
}

function ChangeGroupForm({ group, onClose }: UserGroupFormProps & { group: UsedGroupView }) {
  const { t } = useTranslation(['user-group', 'ui']);
  const change = useChangeGroup();
  const { id, name, ratio, api_rate, tokens_per_minute, parallel_calls, symbol } = group;
  const form = useContractForm(
    userGroupChange,
    {
      ...{ id, name, ratio, api_rate, tokens_per_minute, parallel_calls, public: group.public },
      budgets: toBudgetInputs(group.budgets),
    },
    { draft: 'user-group', row: id },
  );
  return (
    <FormDialog
      form={form}
      title={t('editTitle', { name, symbol })}
      submitLabel={t('ui:save')}
      onClose={onClose}
      onSubmit={async (values) => {
        await change.mutateAsync({ ...values, etag: group.etag });
        showToast('success', t('saved'));
        onClose();
      }}
    >
      <GroupFields
        budgets={group.budgets}
        hasLimits={group.budgets.length > 0 || tokens_per_minute > 0 || parallel_calls > 0}
      />
    </FormDialog>
  );
}

interface GroupFieldsProps {
  budgets: readonly BudgetView[];
  /** Whether something is set that is folded otherwise. */
  hasLimits?: boolean;
}

function GroupFields({ budgets, hasLimits = false }: GroupFieldsProps) {
  const { t } = useTranslation(['user-group', 'ui']);
  return (
    <>
      <TextInput name="name" label={t('name')} hint={t('nameHint')} />
      <TextInput name="ratio" label={t('ratio')} hint={t('ratioHint')} isNumber />
      <TextInput name="api_rate" label={t('rate')} hint={t('rateHint')} isNumber />
      <SwitchInput name="public" label={t('public')} hint={t('publicHint')} />
      <FoldedSection title={t('ui:more')} isOpenAtFirst={hasLimits}>
        <LimitInputs hasRequests={false} />
        <BudgetInputs owner="group" present={budgets} />
      </FoldedSection>
    </>
  );
}
