import { useQuery } from '@tanstack/react-query';
import type { ListedUserView, StoredUserView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import type { ListState } from '../../ui/list/use-list-page.ts';
import { BalanceForm } from './balance-form.tsx';
import { type UserFilter, users } from './user-api.ts';
import { UserBudgets } from './user-budgets.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { ChangeUserForm, NewUserForm } from './user-form.tsx';

interface OpenUserProps {
  /** `new`, or the number of an account. */
  id: string;
  list: ListState<UserFilter>;
  rows: readonly ListedUserView[];
}

/** The part over the list: an account, a form about it, or the form of a new account. */
export function OpenUser({ id, list, rows }: OpenUserProps) {
  const { t } = useTranslation('user');
  const { form } = list.filter;
  // A form that is opened from a row, or by its address, has nothing below it.
  const [hasDrawer] = useState(form === undefined);
  // A form starts from what the server has now, not from a row that was listed some time ago.
  const fresh = useQuery({ ...users.oneQuery(Number(id)), enabled: form !== undefined && id !== 'new' });
  if (id === 'new') return <NewUserForm onClose={list.close} />;
  const closeForm = hasDrawer ? () => list.open(id) : list.close;
  return (
    <>
      {hasDrawer ? (
        <UserDrawer id={Number(id)} rows={rows} onClose={list.close} onOpenForm={list.open} />
      ) : null}
      {form === undefined ? null : (
        <LoadedForm key={form} row={fresh} title={t('user')} onClose={closeForm}>
          {(user) => <UserFormOf form={form} user={user} onClose={closeForm} />}
        </LoadedForm>
      )}
    </>
  );
}

interface UserFormOfProps {
  form: NonNullable<UserFilter['form']>;
  user: StoredUserView;
  onClose: () => void;
}

function UserFormOf({ form, ...props }: UserFormOfProps) {
  switch (form) {
    case 'edit':
      return <ChangeUserForm {...props} />;
    case 'balance':
      return <BalanceForm {...props} />;
    case 'budgets':
      return <UserBudgets {...props} />;
  }
}
