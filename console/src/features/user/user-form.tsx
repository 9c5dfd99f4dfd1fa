import { role, type StoredUserView, userChange, userInput } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsRoot } from '../../api/role.ts';
import { useSelf } from '../../api/self.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { LimitInputs } from '../../ui/form/limit-inputs.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { PictureInput } from '../../ui/form/picture-input.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { Avatar } from '../../ui/text/avatar.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { useChangeUser, useCreateUser } from './user-api.ts';
import { useGroupChoices } from './user-words.tsx';

interface UserFormProps {
  onClose: () => void;
}

const freshUser = {
  username: '',
  password: '',
  display_name: '',
  email: '',
  group: 'default',
  role: role.common,
};

export function NewUserForm({ onClose }: UserFormProps) {
  const { t } = useTranslation('user');
  const create = useCreateUser();
  const isRoot = useIsRoot();
  const form = useContractForm(userInput, freshUser, { draft: 'user' });
  return (
    <FormDialog
      form={form}
      title={t('createTitle')}
      submitLabel={t('create')}
      onClose={onClose}
      onSubmit={async ({ display_name, ...values }) => {
        // Left empty it is the user name; the server knows.
        await create.mutateAsync({ ...values, ...(display_name !== '' && { display_name }) });
        showToast('success', t('createdUser', { name: values.username }));
        onClose();
      }}
    >
      <TextInput name="username" label={t('username')} hint={t('usernameHint')} />
      <PasswordInput
        name="password"
        label={t('password')}
        hint={t('passwordHint')}
        autoComplete="new-password"
      />
      <CommonFields />
      {isRoot ? (
        <SelectInput
          name="role"
          label={t('role')}
          hint={t('roleHint')}
          choices={[
            { value: role.common, label: t('role_1') },
            { value: role.admin, label: t('role_10') },
          ]}
        />
      ) : null}
    </FormDialog>
  );
}

export function ChangeUserForm({ user, onClose }: UserFormProps & { user: StoredUserView }) {
  const { t } = useTranslation(['user', 'ui']);
  const change = useChangeUser();
  const { id, username, display_name, email, avatar_url, avatar_source, group } = user;
  const { requests_per_minute, tokens_per_minute, parallel_calls } = user;
  // The own password is changed on the profile, with the old one.
  const isSelf = useSelf()?.id === id;
  const form = useContractForm(
    userChange,
    {
      ...{ id, username, display_name, email, avatar_url: avatar_source, group, password: '' },
      ...{ requests_per_minute, tokens_per_minute, parallel_calls },
    },
    { draft: 'user', row: id },
  );
  return (
    <FormDialog
      form={form}
      title={t('editTitle', { name: username })}
      submitLabel={t('ui:save')}
      onClose={onClose}
      onSubmit={async (values) => {
        await change.mutateAsync({ ...values, etag: user.etag });
        showToast('success', t('saved'));
        onClose();
      }}
    >
      <TextInput name="username" label={t('username')} hint={t('usernameHint')} />
      <CommonFields>
        <PictureInput
          name="avatar_url"
          label={t('avatar')}
          hint={t('avatarHint')}
          saved={{ address: avatar_source, shown: avatar_url }}
          draw={(url) => <Avatar user={{ ...user, avatar_url: url }} />}
        />
      </CommonFields>
      {isSelf ? null : (
        <PasswordInput
          name="password"
          label={t('newPassword')}
          hint={t('newPasswordHint')}
          autoComplete="new-password"
          isOptional
        />
      )}
      <FoldedSection title={t('ui:more')}>
        <LimitInputs />
      </FoldedSection>
    </FormDialog>
  );
}

/** @param children what only one of the forms has, behind the e-mail address */
function CommonFields({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('user');
  return (
    <>
      <TextInput name="display_name" label={t('displayName')} isOptional />
      <TextInput name="email" label={t('email')} type="email" isOptional />
      {children}
      <SelectInput name="group" label={t('group')} hint={t('groupHint')} choices={useGroupChoices()} />
    </>
  );
}
