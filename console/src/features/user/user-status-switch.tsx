import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { type UserView, userStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useUndoableSwitch } from '../../ui/list/use-undoable-switch.ts';
import { useSetUserStatus } from './user-api.ts';
import { useRights } from './user-rights.ts';
import { StatusText } from './user-words.tsx';

export function UserStatusSwitch({ user }: { user: UserView }) {
  const { t } = useTranslation('user');
  const setStatus = useSetUserStatus();
  const change = useUndoableSwitch({
    key: `user ${user.id}`,
    name: user.username,
    turn: (isOn) => setStatus.mutateAsync({ user, isOn }),
  });
  const { canDisable } = useRights()(user);
  return (
    <Box sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 3 }}>
      <Switch
        checked={user.status === userStatus.enabled}
        disabled={!canDisable}
        onChange={(_, isOn) => change(isOn)}
        slotProps={{ input: { 'aria-label': t('enableName', { name: user.username }) } }}
      />
      <StatusText user={user} />
    </Box>
  );
}
