import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { passwordLength } from '@turnpike/contract';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../ui/action/use-copy.ts';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { randomPassword } from './random-password.ts';

/** The first password, typed or made at random. */
export function FirstPassword() {
  const { t } = useTranslation('user');
  const { setValue } = useFormContext();
  const copy = useCopy();
  return (
    <Box>
      <PasswordInput
        name="password"
        label={t('password')}
        hint={t('passwordHint', passwordLength)}
        autoComplete="new-password"
      />
      <Button
        size="small"
        onClick={() => {
          const password = randomPassword();
          setValue('password', password, { shouldDirty: true, shouldValidate: true });
          void copy(password, 'password');
        }}
      >
        {t('randomPassword')}
      </Button>
    </Box>
  );
}
