import type { BatchResult, UserView } from '@turnpike/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../api/error-text.ts';
import type { TableSelection } from '../../ui/data-table/row-selection.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useChangeUsers } from './user-api.ts';
import { useRights } from './user-rights.ts';
import { UsersGroupForm } from './users-group-form.tsx';

type BatchAction = 'enable' | 'disable' | 'delete';

/** Actions on many users, and the form that one of them needs. */
export function useUserSelection(): { selection: TableSelection<UserView>; form: ReactNode } {
  const { t } = useTranslation(['user', 'ui']);
  const rights = useRights();
  const change = useChangeUsers();
  const [regrouping, setRegrouping] = useState<{ users: UserView[]; done: (isDone: boolean) => void }>();

  function report(users: readonly UserView[], { done, failed }: BatchResult): void {
    if (failed.length === 0) {
      showToast('success', t('batchDone', { count: done.length }));
      return;
    }
    const reasons = failed.map(({ id, code }) => {
      const name = users.find((user) => user.id === id)?.username ?? `#${id}`;
      return `${name}: ${codeText(code)}`;
    });
    showToast(
      'warning',
      t('batchPartly', { count: done.length, failed: failed.length }),
      reasons.join(' · '),
    );
  }

  const idsOf = (users: readonly UserView[]) => users.map(({ id }) => id);
  const run = (action: BatchAction) => async (users: UserView[]) =>
    report(users, await change.mutateAsync({ ids: idsOf(users), action }));

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
        {
          label: t('setGroup'),
          onRun: (users) =>
            new Promise<boolean>((done) => {
              setRegrouping({ users, done });
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
    form: regrouping ? (
      <UsersGroupForm
        count={regrouping.users.length}
        onClose={() => {
          setRegrouping(undefined);
          regrouping.done(false);
        }}
        onChosen={async (group) => {
          const { users, done } = regrouping;
          report(users, await change.mutateAsync({ ids: idsOf(users), action: 'set_group', group }));
          setRegrouping(undefined);
          done(true);
        }}
      />
    ) : null,
  };
}
