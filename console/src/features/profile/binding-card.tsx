import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { UserView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountBindings, bindingOf } from '../../api/account-bindings.ts';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { ProfileSection } from './profile-section.tsx';

/** Ways to sign in other than the user name. */
export function BindingCard({ self }: { self: UserView }) {
  const { t } = useTranslation('profile');
  const [isOpen, setOpen] = useState(false);
  return (
    <ProfileSection title={t('bindings')} about={t('bindingsAbout')}>
      <DetailList
        entries={accountBindings.map((binding) => ({
          name: t(`binding_${binding}`),
          value: bindingOf(self, binding) || (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t('notBound')}
            </Box>
          ),
        }))}
      />
      <Button variant="outlined" onClick={() => setOpen(true)} sx={{ mt: 4 }}>
        {self.email === '' ? t('bindEmail') : t('changeEmail')}
      </Button>
      {isOpen ? <EmailDialog self={self} onClose={() => setOpen(false)} /> : null}
    </ProfileSection>
  );
}
