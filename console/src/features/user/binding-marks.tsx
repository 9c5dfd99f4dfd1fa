import PasskeyIcon from '@mui/icons-material/FingerprintOutlined';
import EmailIcon from '@mui/icons-material/MailOutlined';
import AuthenticatorIcon from '@mui/icons-material/PhonelinkLockOutlined';
import Box from '@mui/material/Box';
import { type ListedUserView, signInProviders } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProviderMark } from '../../ui/sign-in/provider-mark.tsx';

type Bound = Pick<
  ListedUserView,
  'email' | 'email_proved' | 'providers' | 'has_passkey' | 'has_authenticator'
>;

/** Ways in which an account can be signed in to, in addition to its password. */
export function BindingMarks({ user }: { user: Bound }) {
  const { t } = useTranslation(['user', 'ui']);
  const marks: [name: string, icon: ReactNode][] = [];
  if (user.email_proved) marks.push([`${t('email')}: ${user.email}`, <EmailIcon key="email" />]);
  for (const provider of signInProviders.filter((name) => user.providers.includes(name)))
    marks.push([t(`ui:provider_${provider}`), <ProviderMark key={provider} provider={provider} />]);
  if (user.has_passkey) marks.push([t('passkey'), <PasskeyIcon key="passkey" />]);
  if (user.has_authenticator) marks.push([t('authenticator'), <AuthenticatorIcon key="authenticator" />]);
  if (marks.length === 0) return '–';
  return (
    <Box sx={{ display: 'flex', gap: 2, '& svg': { fontSize: '1.125rem' } }}>
      {marks.map(([name, icon]) => (
        <Box key={name} component="span" role="img" aria-label={name} title={name} sx={{ display: 'flex' }}>
          {icon}
        </Box>
      ))}
    </Box>
  );
}
