import { useQuery } from '@tanstack/react-query';
import type { UserView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { BalanceForm } from './balance-form.tsx';
import type { OpenForm } from './user-actions.tsx';
import { userQuery } from './user-api.ts';
import { UserDrawer } from './user-drawer.tsx';
import { ChangeUserForm, NewUserForm } from './user-form.tsx';

interface OpenUserProps {
  /** `new`, or the number of an account. */
  id: string;
  form: 'edit' | 'balance' | undefined;
  rows: readonly UserView[];
  onClose: () => void;
  onCloseForm: () => void;
  onOpenForm: OpenForm;
}

/** The part over the list: an account, a form about it, or the form of a new account. */
export default function OpenUser({ id, form, rows, onClose, onCloseForm, onOpenForm }: OpenUserProps) {
  const { t } = useTranslation('user');
  // A form that is opened from a row, or by its address, has nothing below it.
  const [hasDrawer] = useState(form === undefined);
  // A form starts from what the server has now, not from a row that was listed some time ago.
  const fresh = useQuery({ ...userQuery(Number(id)), enabled: form !== undefined && id !== 'new' });
  if (id === 'new') return <NewUserForm onClose={onClose} />;
  const closeForm = hasDrawer ? onCloseForm : onClose;
  return (
    <>
      {hasDrawer ? (
        <UserDrawer id={Number(id)} rows={rows} onClose={onClose} onOpenForm={onOpenForm} />
      ) : null}
      {form === undefined ? null : (
        <LoadedForm key={form} row={fresh} title={t('user')} onClose={closeForm}>
          {(user) =>
            form === 'edit' ? (
              <ChangeUserForm user={user} onClose={closeForm} />
            ) : (
              <BalanceForm user={user} onClose={closeForm} />
            )
          }
        </LoadedForm>
      )}
    </>
  );
}
