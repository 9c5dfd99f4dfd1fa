import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { InvitationCard } from '../../ui/invitation/invitation-card.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { AccessTokenCard } from './access-token-card.tsx';
import { AccountCard } from './account-card.tsx';
import { BindingCard } from './binding-card.tsx';
import { NotificationCard } from './notification/notification-card.tsx';
import { PasskeyCard } from './passkey-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PreferenceCard } from './preference-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionCard } from './session-card.tsx';

/** The own account: who it is and its access at the left, how it is protected at the right. */
export default function ProfilePage() {
  const { t } = useTranslation('profile');
  const self = useSelf();
  if (self === null) return null;
  // Until there is a second factor, the server answers nothing else.
  const isOpen = !self.needs_second_factor;
  const account = (
    <Column>
      <AccountCard self={self} />
      <BindingCard self={self} />
      <InvitationCard />
      <PreferenceCard />
      <NotificationCard />
      <AccessTokenCard />
    </Column>
  );
  const security = (
    <Column>
      <SecondFactorCard />
      <PasskeyCard />
      {isOpen ? <PasswordCard self={self} /> : null}
      {isOpen ? <SessionCard /> : null}
    </Column>
  );
  return (
    <Screen title={t('title')} purpose={t('purpose')}>
      <Box
        sx={{
          ...{ display: 'grid', gap: 4, alignItems: 'start', maxWidth: { xs: 720, lg: 1200 } },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {isOpen ? account : null}
        {security}
      </Box>
    </Screen>
  );
}

function Column({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>{children}</Box>;
}
