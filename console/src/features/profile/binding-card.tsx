import EmailIcon from '@mui/icons-material/MailOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { signInProviders } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignInWays } from '../../api/provider-sign-in.ts';
import type { Self } from '../../api/self.ts';
import { siteStatusQuery } from '../../api/site-status.ts';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { identitiesQuery } from './identity-api.ts';
import { IdentityRow } from './identity-row.tsx';
import { ProfileRow } from './profile-row.tsx';
import { ProfileSection } from './profile-section.tsx';
import { TelegramRow } from './telegram-row.tsx';

/** Ways to sign in other than the user name. */
export function BindingCard({ self }: { self: Self }) {
  const { t } = useTranslation('profile');
  const [isOpen, setOpen] = useState(false);
  const ways = useSignInWays();
  const identities = useQuery(identitiesQuery);
  const hasBot = Boolean(useQuery(siteStatusQuery).data?.telegram_bot);
  const linked = identities.data ?? [];
  // A link to a provider that is turned off can still be removed.
  const shown = signInProviders.filter(
    (provider) => ways.includes(provider) || linked.some((one) => one.provider === provider),
  );
  return (
    <ProfileSection title={t('bindings')} about={t('bindingsAbout')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        <ProfileRow
          mark={<EmailIcon fontSize="small" aria-hidden />}
          name={t('binding_email')}
          facts={self.email || t('notBound')}
        >
          <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
            {self.email === '' ? t('bindEmail') : t('changeEmail')}
          </Button>
        </ProfileRow>
        {identities.data
          ? shown.flatMap((provider) => {
              const own = linked.filter((one) => one.provider === provider);
              return own.length > 0
                ? own.map((identity) => (
                    <IdentityRow key={identity.id} provider={provider} identity={identity} />
                  ))
                : [<IdentityRow key={provider} provider={provider} identity={undefined} />];
            })
          : null}
        {hasBot ? <TelegramRow /> : null}
      </Box>
      {isOpen ? <EmailDialog self={self} onClose={() => setOpen(false)} /> : null}
      {identities.isPending ? <Skeleton variant="rounded" height={56} sx={{ mt: 4 }} /> : null}
      {identities.isError && !identities.data ? (
        <ErrorState error={identities.error} onRetry={() => identities.refetch()} />
      ) : null}
    </ProfileSection>
  );
}
