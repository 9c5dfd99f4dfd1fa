import { role, type StoredUserView, userChange, userInput } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsRoot } from '../../api/own-role.ts';
import { useSelf } from '../../api/self.ts';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { LimitInputs } from '../../ui/form/limit-inputs.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { PictureInput } from '../../ui/form/picture-input.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useChange, useCreate } from '../../ui/list/entity-mutations.ts';
import { Avatar } from '../../ui/text/avatar.tsx';
import { FirstPassword } from './first-password.tsx';
import { users } from './user-api.ts';
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
  const create = useCreate(users);
  const isRoot = useIsRoot();
  return (
    <SaveForm
      schema={userInput}
      values={freshUser}
      draft={{ draft: 'user' }}
      title={t('createTitle')}
      submitLabel={t('create')}
      // Left empty, the name shown is the user name; the server knows.
      save={({ display_name, ...values }) =>
        create.mutateAsync({
          ...values,
          ...(display_name !== '' && { display_name }),
        })
      }
      saved={(_, { username }) => t('createdUser', { name: username })}
      onClose={onClose}
    >
      <TextInput name="username" label={t('username')} hint={t('usernameHint')} />
      <FirstPassword />
      <CommonFields />
      <MoneyInput name="quota" label={t('openingBalance')} hint={t('openingBalanceHint')} isOptional />
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
    </SaveForm>
  );
}

export function ChangeUserForm({ user, onClose }: UserFormProps & { user: StoredUserView }) {
  const { t } = useTranslation(['user', 'ui']);
  const change = useChange(users);
  const { id, username, display_name, email, avatar_url, avatar_source, group } = user;
  const { requests_per_minute, tokens_per_minute, parallel_calls } = user;
  // The own password is changed on the profile, with the old one.
  const isSelf = useSelf()?.id === id;
  return (
    <SaveForm
      schema={userChange}
      values={{
        ...{ id, username, display_name, email, avatar_url: avatar_source, group, password: '' },
        ...{ requests_per_minute, tokens_per_minute, parallel_calls },
      }}
      draft={{ draft: 'user', row: id }}
      title={t('editTitle', { name: username })}
      save={(values) => change.mutateAsync({ ...values, etag: user.etag })}
      saved={() => t('saved')}
      onClose={onClose}
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
    </SaveForm>
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
