import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { InvitationCard } from '../../ui/invitation/invitation-card.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { AccessTokenCard } from './access-token-card.tsx';
import { AccountCard } from './account-card.tsx';
import { BindingCard } from './binding-card.tsx';
import { PasskeyCard } from './passkey-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PreferenceCard } from './preference-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionCard } from './session-card.tsx';

/** The own account: names, password, how the console looks, access for scripts, where it is signed in. */
export default function ProfilePage() {
  const { t } = useTranslation('profile');
  const self = useSelf();
  if (self === null) return null;
  return (
    <Screen title={t('title')} purpose={t('purpose')}>
      <Box sx={{ display: 'grid', gap: 4, maxWidth: 720, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <AccountCard self={self} />
        <BindingCard self={self} />
        <InvitationCard />
        <PreferenceCard />
        <PasswordCard self={self} />
        <SecondFactorCard />
        <PasskeyCard />
        <SessionCard />
        <AccessTokenCard />
      </Box>
    </Screen>
  );
}
