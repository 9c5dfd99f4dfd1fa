import Box from '@mui/material/Box';
import { NEVER_EXPIRES, tokenStatus, type UserTokenView, type UserView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useTokenName } from '../../api/token-name.ts';
import { monospace } from '../../theme/fonts.ts';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { StatusDot, type Tone } from '../../ui/text/status-dot.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useSetKeyStatus } from './user-key-api.ts';
import { UserKeyForm } from './user-key-form.tsx';

const words = {
  [tokenStatus.enabled]: ['enabled', 'good'],
  [tokenStatus.disabled]: ['disabled', 'quiet'],
  [tokenStatus.expired]: ['keyExpired', 'look'],
  [tokenStatus.exhausted]: ['keyExhausted', 'look'],
} as const satisfies Record<number, [string, Tone]>;

interface UserKeyRowProps {
  token: UserTokenView;
  user: Pick<UserView, 'username' | 'group'>;
}

/** A key with what it may still spend, and the actions of an administrator. */
export function UserKeyRow({ token, user }: UserKeyRowProps) {
  const { t } = useTranslation(['user', 'ui']);
  const navigate = useNavigate();
  const name = useTokenName()(token.name);
  const [open, setOpen] = useState<'disable' | 'limit'>();
  const setStatus = useSetKeyStatus();
  const { id } = token;
  const [word, tone] = words[token.status];
  const calls = `/panel/log?${new URLSearchParams({ username: user.username, token_name: token.name })}`;
  const disable = () =>
    setStatus.mutate({ id, status: tokenStatus.disabled }, { onSettled: () => setOpen(undefined) });
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 3, py: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontWeight: 500 }}>
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Box>
          <Box component="span" sx={{ fontFamily: monospace, color: 'text.secondary', fontWeight: 400 }}>
            {token.key_hint}
          </Box>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, fontSize: '0.8125rem' }}>
          <StatusDot tone={tone}>{t(word)}</StatusDot>
          <span>
            {t('keyLeft')} <QuotaText points={token.remain_quota} isUnlimited={token.unlimited_quota} />
          </span>
          {token.expired_time === NEVER_EXPIRES ? null : (
            <span>
              {t('keyExpires')} <TimeText epochSeconds={token.expired_time} />
            </span>
          )}
        </Box>
      </Box>
      <ActionMenu
        label={t('ui:actionsFor', { name })}
        actions={[
          { label: t('keyLimit'), onSelect: () => setOpen('limit') },
          { label: t('showCalls'), onSelect: () => navigate(calls) },
          token.status === tokenStatus.disabled
            ? {
                label: t('keyEnable'),
                onSelect: () => setStatus.mutate({ id, status: tokenStatus.enabled }),
              }
            : { label: t('keyDisable'), isDestructive: true, onSelect: () => setOpen('disable') },
        ]}
      />
      <ConfirmDialog
        isOpen={open === 'disable'}
        title={t('keyDisableTitle', { name })}
        confirmLabel={t('keyDisable')}
        isBusy={setStatus.isPending}
        onClose={() => setOpen(undefined)}
        onConfirm={disable}
      >
        {t('keyDisableHint')}
      </ConfirmDialog>
      {open === 'limit' ? (
        <UserKeyForm token={token} ownerGroup={user.group} onClose={() => setOpen(undefined)} />
      ) : null}
    </Box>
  );
}
