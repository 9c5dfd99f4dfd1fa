import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ListedUserView } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../../api/user-group.ts';
import { TextLink } from '../../ui/action/text-link.tsx';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { BalanceText } from '../../ui/text/balance-text.tsx';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { BindingMarks } from './binding-marks.tsx';
import { RoleText, StatusText } from './user-words.tsx';

export function UserDetail({ user }: { user: ListedUserView }) {
  const { t } = useTranslation('user');
  const formats = useFormats();
  const groupName = useGroupName();
  return (
    <Box sx={{ display: 'grid', gap: 6 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 3 }}>
        <Figure
          name={t('balance')}
          value={<BalanceText points={user.quota} />}
          link={<TextLink to={`/panel/statement?user=${user.id}`}>{t('showStatement')}</TextLink>}
        />
        <Figure name={t('used')} value={<QuotaText points={user.used_quota} />} />
        <Figure
          name={t('requests')}
          value={formats.number(user.request_count)}
          link={
            <TextLink to={`/panel/log?username=${encodeURIComponent(user.username)}`}>
              {t('showCalls')}
            </TextLink>
          }
        />
      </Box>
      <DetailList
        entries={[
          { name: 'ID', value: user.id },
          { name: t('displayName'), value: user.display_name },
          { name: t('email'), value: user.email },
          { name: t('role'), value: <RoleText user={user} /> },
          { name: t('status'), value: <StatusText user={user} /> },
          { name: t('group'), value: groupName(user.group) },
          { name: t('bindings'), value: <BindingMarks user={user} /> },
          {
            name: t('invitedBy'),
            value:
              user.inviter_id === null ? '–' : <OpenLink id={user.inviter_id}>{user.inviter_name}</OpenLink>,
          },
          { name: t('invited'), value: formats.number(user.aff_count) },
          { name: t('inviteReward'), value: <QuotaText points={user.aff_quota} /> },
          { name: t('created'), value: <TimeText epochSeconds={user.created_time} isExact /> },
          {
            name: t('lastSignIn'),
            value:
              user.last_login_time === 0 ? (
                t('never')
              ) : (
                <TimeText epochSeconds={user.last_login_time} isExact />
              ),
          },
        ]}
      />
    </Box>
  );
}

const Figure = ({ name, value, link }: { name: string; value: ReactNode; link?: ReactNode }) => (
  <Box sx={{ border: 1, borderColor: 'divider', borderRadius: '8px', p: 3, minWidth: 0 }}>
    <Typography variant="caption" color="textSecondary">
      {name}
    </Typography>
    <Typography className="tabular" sx={{ fontSize: '1.125rem', fontWeight: 600 }}>
      {value}
    </Typography>
    {link === undefined ? null : <Box sx={{ fontSize: '0.8125rem' }}>{link}</Box>}
  </Box>
);
