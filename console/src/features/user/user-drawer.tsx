import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ListedUserView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { type OpenForm, UserActions } from './user-actions.tsx';
import { users } from './user-api.ts';
import { UserDetail } from './user-detail.tsx';
import { UserKeys } from './user-keys.tsx';
import { useRights } from './user-rights.ts';
import { UserTasks } from './user-tasks.tsx';

interface UserDrawerProps {
  id: number;
  /** The page in sight; who is not on it is asked for. */
  rows: readonly ListedUserView[];
  onClose: () => void;
  onOpenForm: OpenForm;
}

/** Everything about one account. */
export function UserDrawer({ id, rows, onClose, onOpenForm }: UserDrawerProps) {
  const { t } = useTranslation('user');
  const known = rows.find((user) => user.id === id);
  const asked = useQuery({ ...users.oneQuery(id), enabled: known === undefined });
  const user = known ?? asked.data;
  const rights = useRights();
  const self = useSelf();
  const canChange = user !== undefined && rights(user).canChange;
  return (
    <SideDrawer
      isOpen
      title={user?.username ?? t('user')}
      onClose={onClose}
      footer={
        user ? (
          <>
            <Box sx={{ mr: 'auto' }}>
              <UserActions user={user} onOpenForm={onOpenForm} onDeleted={onClose} />
            </Box>
            {canChange ? (
              <Button variant="outlined" onClick={() => onOpenForm(user.id, 'balance')}>
                {t('changeBalance')}
              </Button>
            ) : null}
            {canChange ? (
              <Button variant="contained" onClick={() => onOpenForm(user.id, 'edit')}>
                {t('editUser')}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      {user ? <UserDetail user={user} /> : null}
      {user && (canChange || user.id === self?.id) ? <UserKeys user={user} /> : null}
      {user ? <UserTasks userId={user.id} /> : null}
      {user && !canChange ? (
        <Typography color="textSecondary" sx={{ mt: 5 }}>
          {t('outOfReach')}
        </Typography>
      ) : null}
      {user === undefined && asked.isPending ? <Skeleton variant="rounded" height={240} /> : null}
      {user === undefined && asked.isError ? (
        <ErrorState error={asked.error} onRetry={() => asked.refetch()} />
      ) : null}
    </SideDrawer>
  );
}
