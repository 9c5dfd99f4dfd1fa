import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type AccessTokenView, MAX_ACCESS_TOKENS } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite, useSiteStatus } from '../../api/site-status.ts';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { SecretText } from '../../ui/text/secret-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { accessTokenListQuery, useRevokeAccessToken } from './access-token-api.ts';
import { AccessTokenForm } from './access-token-form.tsx';
import { ProfileRow } from './profile-row.tsx';
import { ProfileSection } from './profile-section.tsx';

/** Access for scripts that manage the account; a token is shown once, when it is made. */
export function AccessTokenCard() {
  const { t } = useTranslation('profile');
  const tokens = useQuery(accessTokenListQuery);
  const [isCreating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<string>();
  const list = tokens.data ?? [];
  return (
    <ProfileSection
      title={t('accessTokens')}
      about={t('accessTokenAbout')}
      action={
        <Button
          variant="outlined"
          disabled={tokens.data === undefined || list.length >= MAX_ACCESS_TOKENS}
          onClick={() => setCreating(true)}
        >
          {t('createToken')}
        </Button>
      }
    >
      {tokens.isPending ? <Skeleton variant="rounded" height={56} /> : null}
      {tokens.isError && tokens.data === undefined ? (
        <ErrorState error={tokens.error} onRetry={() => tokens.refetch()} />
      ) : null}
      {fresh === undefined ? null : <NewToken token={fresh} />}
      {tokens.data?.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t('noTokens')}
        </Typography>
      ) : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {list.map((token) => (
          <TokenRow key={token.id} token={token} onRevoked={() => setFresh(undefined)} />
        ))}
      </Box>
      {isCreating ? <AccessTokenForm onCreated={setFresh} onClose={() => setCreating(false)} /> : null}
    </ProfileSection>
  );
}

function TokenRow({ token, onRevoked }: { token: AccessTokenView; onRevoked: () => void }) {
  const { t } = useTranslation('profile');
  const revoke = useRevokeAccessToken();
  const name = token.name || t('tokenUnnamed');
  return (
    <ProfileRow
      name={name}
      facts={
        <>
          {t(`scope_${token.scope}`)} · <TokenEnd expiresTime={token.expires_time} /> ·{' '}
          {token.last_used_time === 0 ? (
            t('neverUsed')
          ) : (
            <>
              {t('lastUsed')} <TimeText epochSeconds={token.last_used_time} />
            </>
          )}
        </>
      }
    >
      <ConfirmButton
        size="small"
        label={t('revokeToken')}
        title={t('revokeTokenTitle', { name })}
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate(token.id, { onSuccess: onRevoked })}
      >
        {t('revokedTokenEnds')}
      </ConfirmButton>
    </ProfileRow>
  );
}

function TokenEnd({ expiresTime }: { expiresTime: number }) {
  const { t } = useTranslation('profile');
  if (expiresTime === 0) return t('tokenNeverEnds');
  return (
    <>
      {t(expiresTime * 1000 <= Date.now() ? 'tokenEnded' : 'tokenEndsAt')}{' '}
      <TimeText epochSeconds={expiresTime} />
    </>
  );
}

function NewToken({ token }: { token: string }) {
  const { t } = useTranslation('profile');
  const { serverAddress } = useSite();
  const hasMcp = useSiteStatus()?.mcp_enabled === true;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, mb: 4 }}>
      <Alert severity="warning">{t('tokenOnce')}</Alert>
      <SecretText secret={token} thing="access_token" label={t('copyToken')} />
      <CodeBlock
        label={t('tokenExample')}
        code={`curl ${serverAddress}/api/user/self \\\n  -H "Authorization: Bearer ${token}"`}
      />
      {hasMcp ? (
        <>
          <Typography variant="subtitle2" component="h3">
            {t('tokenMcp')}
          </Typography>
          <CodeBlock label={t('tokenMcp')} code={mcpConfig(serverAddress, token)} />
        </>
      ) : null}
    </Box>
  );
}

/** As clients of the Model Context Protocol read it. */
const mcpConfig = (serverAddress: string, token: string): string => {
  const headers = { Authorization: `Bearer ${token}` };
  const servers = { turnpike: { type: 'http', url: `${serverAddress}/mcp`, headers } };
  return JSON.stringify({ mcpServers: servers }, null, 2);
};
