import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { role, type UserView, userStatus } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { allGroupsQuery } from '../../api/user-group.ts';
import { StatusDot } from '../../ui/text/status-dot.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';

/** A role in words; the ordinary one is not stressed. */
export function RoleText({ user }: { user: Pick<UserView, 'role'> }) {
  const { t } = useTranslation('user');
  const word = t(`role_${user.role}`);
  return user.role === role.common ? <span>{word}</span> : <Chip size="small" label={word} />;
}

export function StatusText({ user }: { user: Pick<UserView, 'status'> }) {
  const { t } = useTranslation('user');
  const isOn = user.status === userStatus.enabled;
  return <StatusDot tone={isOn ? 'good' : 'quiet'}>{isOn ? t('enabled') : t('disabled')}</StatusDot>;
}

/** Groups as a form or filter offers them, with what each costs. */
export function useGroupChoices(): { value: string; label: string }[] {
  const { t } = useTranslation('user');
  const groups = useQuery(allGroupsQuery).data ?? [];
  const formats = useFormats();
  return groups.map(({ symbol, name, ratio }) => ({
    value: symbol,
    label: t('groupRatio', { name, ratio: formats.number(ratio, 4) }),
  }));
}
