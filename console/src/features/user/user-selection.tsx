import type { ListedUserView } from '@turnpike/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../api/error-text.ts';
import type { TableSelection } from '../../ui/data-table/row-selection.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { USERS_AT_ONCE, type UsersChange, useChangeUsers } from './user-api.ts';
import { useRights } from './user-rights.ts';
import { UsersChangeReport, type UsersChangeState } from './users-change-report.tsx';
import { UsersGiveForm } from './users-give-form.tsx';
import { UsersGroupForm } from './users-group-form.tsx';

interface Asking {
  form: 'group' | 'give';
  users: ListedUserView[];
  /** @param isDone whether the selection may be given up */
  done: (isDone: boolean) => void;
}

/** Actions on many users, with the forms that some of them need. */
export function useUserSelection(): { selection: TableSelection<ListedUserView>; form: ReactNode } {
  const { t } = useTranslation(['user', 'ui']);
  const rights = useRights();
  const change = useChangeUsers();
  const [asking, setAsking] = useState<Asking>();
  const [report, setReport] = useState<UsersChangeState>();

  async function changeAll(users: readonly ListedUserView[], given: UsersChange): Promise<void> {
    const ids = users.map(({ id }) => id);
    const total = ids.length;
    const onProgress = (handled: number) => total > USERS_AT_ONCE && setReport({ handled, total });
    try {
      const { done, failed } = await change.mutateAsync({ ids, change: given, onProgress });
      const nameOf = (id: number) => users.find((user) => user.id === id)?.username ?? `#${id}`;
      if (failed.length === 0) {
        setReport(undefined);
        showToast('success', t('batchDone', { count: done.length }));
      } else {
        const reasons = failed.map(({ id, code }) => ({ name: nameOf(id), reason: codeText(code) }));
        setReport({ handled: total, total, failed: reasons });
      }
    } catch (error) {
      setReport(undefined);
      throw error;
    }
  }

  const run = (action: 'enable' | 'disable' | 'sign_out' | 'delete') => (users: ListedUserView[]) =>
    changeAll(users, { action });
  const ask = (form: Asking['form']) => (users: ListedUserView[]) =>
    new Promise<boolean>((done) => {
      setAsking({ form, users, done });
    });
  return {
    selection: {
      nameOf: (user) => user.username,
      canSelect: (user) => rights(user).canDisable,
      actions: [
        { label: t('enable'), onRun: run('enable') },
        {
          label: t('disable'),
          onRun: run('disable'),
          confirm: ({ length: count }) => ({
            title: t('disableUsersTitle', { count }),
            hint: t('disableHint'),
          }),
        },
        { label: t('setGroup'), onRun: ask('group') },
        { label: t('give'), onRun: ask('give') },
        {
          label: t('signOutUsers'),
          onRun: run('sign_out'),
          confirm: ({ length: count }) => ({
            title: t('signOutUsersTitle', { count }),
            hint: t('signOutHint'),
          }),
        },
        {
          label: t('ui:delete'),
          isDestructive: true,
          onRun: run('delete'),
          confirm: ({ length: count }) => ({
            title: t('deleteUsersTitle', { count }),
            hint: t('deleteHint'),
          }),
        },
      ],
    },
    form: (
      <>
        {asking ? (
          <AskedForm asking={asking} onEnd={() => setAsking(undefined)} onChosen={changeAll} />
        ) : null}
        {report ? <UsersChangeReport state={report} onClose={() => setReport(undefined)} /> : null}
      </>
    ),
  };
}

interface AskedFormProps {
  asking: Asking;
  onEnd: () => void;
  onChosen: (users: ListedUserView[], change: UsersChange) => Promise<void>;
}

function AskedForm({ asking: { form, users, done }, onEnd, onChosen }: AskedFormProps) {
  const Form = form === 'group' ? UsersGroupForm : UsersGiveForm;
  return (
    <Form
      count={users.length}
      onClose={() => {
        onEnd();
        done(false);
      }}
      onChosen={async (change) => {
        await onChosen(users, change);
        onEnd();
        done(true);
      }}
    />
  );
}
