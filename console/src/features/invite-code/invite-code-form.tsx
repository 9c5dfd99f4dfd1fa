import { useQuery } from '@tanstack/react-query';
import { inviteCodeChange, inviteCodeInput } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { allGroupsQuery } from '../../api/user-group.ts';
import { EntityForm, type OpenFormProps } from '../../ui/form/entity-form.tsx';
import { MomentInput } from '../../ui/form/moment-input.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useChange, useCreate } from '../../ui/list/entity-mutations.ts';
import { inviteCodes } from './invite-code-api.ts';

const freshCode = {
  ...{ name: '', code: '', max_uses: 1, starts_at: 0, expires_at: 0 },
  ...{ group: 'default', gift_quota: 0, enable: true },
};

/** The form of a new code, or of the one with this id. */
export function InviteCodeForm(props: OpenFormProps) {
  const { t } = useTranslation('invite-code');
  const create = useCreate(inviteCodes);
  const change = useChange(inviteCodes);
  const { onClose } = props;
  return (
    <EntityForm
      {...props}
      query={inviteCodes.oneQuery}
      title={t('title')}
      fresh={
        <SaveForm
          schema={inviteCodeInput}
          values={freshCode}
          draft={{ draft: 'invite-code' }}
          title={t('create')}
          submitLabel={t('create')}
          save={create.mutateAsync}
          saved={(_, { name }) => t('created', { name })}
          onClose={onClose}
        >
          <TextInput name="name" label={t('name')} hint={t('nameHint')} autoFocus />
          <TextInput name="code" label={t('code')} hint={t('codeHint')} />
          <TermFields />
        </SaveForm>
      }
    >
      {({ etag, code, used_count, created_time, ...values }) => (
        <SaveForm
          schema={inviteCodeChange}
          values={values}
          draft={{ draft: 'invite-code', row: values.id }}
          title={t('editTitle', { name: values.name, code })}
          save={(changed) => change.mutateAsync({ ...changed, etag })}
          saved={() => t('saved')}
          onClose={onClose}
        >
          <TextInput name="name" label={t('name')} hint={t('nameHint')} autoFocus />
          <TermFields />
        </SaveForm>
      )}
    </EntityForm>
  );
}

function TermFields() {
  const { t } = useTranslation('invite-code');
  const groups = useQuery(allGroupsQuery).data ?? [];
  return (
    <>
      <TextInput name="max_uses" label={t('maxUses')} hint={t('maxUsesHint')} isNumber />
      <MomentInput name="starts_at" label={t('starts')} noneLabel={t('atOnce')} />
      <MomentInput name="expires_at" label={t('expires')} noneLabel={t('never')} />
      <SelectInput
        name="group"
        label={t('group')}
        hint={t('groupHint')}
        choices={groups.map(({ symbol, name }) => ({ value: symbol, label: name }))}
      />
      <MoneyInput name="gift_quota" label={t('gift')} hint={t('giftHint')} />
      <SwitchInput name="enable" label={t('enable')} hint={t('enableHint')} />
    </>
  );
}
