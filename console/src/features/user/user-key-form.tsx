import { useQuery } from '@tanstack/react-query';
import { tokenInput, type UserTokenView } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { availableModelsQuery } from '../../api/available-model.ts';
import { useTokenName } from '../../api/token-name.ts';
import { allGroupsQuery } from '../../api/user-group.ts';
import { ExpiryInput } from '../../ui/form/expiry-input.tsx';
import { LimitInputs } from '../../ui/form/limit-inputs.tsx';
import { ListInput } from '../../ui/form/list-input.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { SpareGroupsInput } from '../../ui/form/spare-groups-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { useChangeKey } from './user-key-api.ts';
import { useGroupChoices } from './user-words.tsx';

const keyLimits = tokenInput.pick({
  unlimited_quota: true,
  remain_quota: true,
  expired_time: true,
  requests_per_minute: true,
  tokens_per_minute: true,
  parallel_calls: true,
  allowed_models: true,
  group: true,
  spare_groups: true,
});

interface UserKeyFormProps {
  token: UserTokenView;
  ownerGroup: string;
  onClose: () => void;
}

/** Limits of a user's key, as an administrator sets them. The owner is shown each change in their log. */
export function UserKeyForm({ token, ownerGroup, onClose }: UserKeyFormProps) {
  const { t } = useTranslation('user');
  const change = useChangeKey();
  const name = useTokenName()(token.name);
  const { id, used_quota, etag } = token;
  return (
    <SaveForm
      schema={keyLimits}
      values={keyLimits.parse(token)}
      title={t('keyLimitTitle', { name })}
      save={(limits) => change.mutateAsync({ ...limits, id, used_quota, etag })}
      saved={() => t('keySaved', { name })}
      onClose={onClose}
    >
      <KeyLimitFields ownerGroup={ownerGroup} />
    </SaveForm>
  );
}

function KeyLimitFields({ ownerGroup }: { ownerGroup: string }) {
  const { t } = useTranslation('user');
  const isUnlimited = useWatch({ name: 'unlimited_quota' }) as boolean;
  const models = Object.keys(useQuery(availableModelsQuery).data ?? {});
  const groups = useOpenGroups(ownerGroup);
  return (
    <>
      <SwitchInput name="unlimited_quota" label={t('keyUnlimited')} hint={t('keyUnlimitedHint')} />
      {isUnlimited ? null : <MoneyInput name="remain_quota" label={t('keyQuota')} />}
      <ExpiryInput name="expired_time" label={t('keyExpires')} />
      <LimitInputs />
      <ListInput
        name="allowed_models"
        label={t('keyModels')}
        hint={t('keyModelsHint')}
        options={models}
        isFree
        isList
        isOptional
      />
      <SelectInput
        name="group"
        label={t('group')}
        choices={[{ value: '', label: t('keyAccountGroup') }, ...groups]}
      />
      <SpareGroupsInput groups={groups} />
    </>
  );
}

/** Groups that keys of an account may name. */
function useOpenGroups(ownerGroup: string): { value: string; label: string }[] {
  const groups = useQuery(allGroupsQuery).data ?? [];
  const open = groups.filter((group) => group.enable && (group.public || group.symbol === ownerGroup));
  const symbols = new Set(open.map(({ symbol }) => symbol));
  return useGroupChoices().filter(({ value }) => symbols.has(value));
}
