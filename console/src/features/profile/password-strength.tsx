import Box from '@mui/material/Box';
import { passwordLength } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { strengthOf } from './strength.ts';

const looks = {
  short: { share: 10, colour: 'divider' },
  weak: { share: 35, colour: 'error.main' },
  fair: { share: 65, colour: 'warning.main' },
  strong: { share: 100, colour: 'success.main' },
} as const;

/** Rules for a password, then a rating of the typed one. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('profile');
  if (password === '') return t('passwordHint', passwordLength);
  const strength = strengthOf(password);
  const { share, colour } = looks[strength];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box
        aria-hidden
        sx={{ width: 96, height: 4, borderRadius: '2px', bgcolor: 'divider', overflow: 'hidden' }}
      >
        <Box sx={{ width: `${share}%`, height: '100%', bgcolor: colour }} />
      </Box>
      <span aria-live="polite">{t(strength)}</span>
    </Box>
  );
}
