import { type ListedUserView, userStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { RowSwitch } from '../../ui/list/row-switch.tsx';
import { useUserSwitch } from './user-api.ts';
import { useRights } from './user-rights.ts';
import { StatusText } from './user-words.tsx';

export function UserStatusSwitch({ user }: { user: ListedUserView }) {
  const { t } = useTranslation('user');
  const turn = useUserSwitch();
  const rights = useRights();
  const { id, username: name } = user;
  return (
    <RowSwitch
      undoKey={`user ${id}`}
      name={name}
      label={t('enableName', { name })}
      isOn={user.status === userStatus.enabled}
      isDisabled={!rights(user).canDisable}
      turn={(isOn) => turn(user, isOn)}
    >
      <StatusText user={user} />
    </RowSwitch>
  );
}
