import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../api/self.ts';
import { Avatar } from '../ui/text/avatar.tsx';
import { ProfileDrawer } from './profile-drawer.tsx';

/** The account's picture; opens the profile drawer. */
export function AccountButton() {
  const { t } = useTranslation('shell');
  const self = useSelf();
  const [isOpen, setOpen] = useState(false);
  if (self === null) return null;
  return (
    <>
      <IconButton
        aria-label={t('account', { name: self.username })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        sx={{ borderRadius: '50%', p: 1 }}
      >
        <Avatar user={self} size={32} />
      </IconButton>
      {isOpen ? <ProfileDrawer self={self} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
