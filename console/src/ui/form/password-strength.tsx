import Box from '@mui/material/Box';
import { passwordLength } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { strengthOf } from './strength.ts';

const looks = {
  short: { text: 'passwordShort', share: 10, colour: 'divider' },
  weak: { text: 'passwordWeak', share: 35, colour: 'error.main' },
  fair: { text: 'passwordFair', share: 65, colour: 'warning.main' },
  strong: { text: 'passwordStrong', share: 100, colour: 'success.main' },
} as const;

/** Rules for a password, then a rating of the typed one. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('ui');
  if (password === '') return t('passwordHint', passwordLength);
  const { text, share, colour } = looks[strengthOf(password)];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box
        aria-hidden
        sx={{ width: 96, height: 4, borderRadius: '2px', bgcolor: 'divider', overflow: 'hidden' }}
      >
        <Box sx={{ width: `${share}%`, height: '100%', bgcolor: colour }} />
      </Box>
      <span aria-live="polite">{t(text)}</span>
    </Box>
  );
}
