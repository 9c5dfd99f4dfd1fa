import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { asksForCode, useSignIn } from '../../api/sign-in.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { showToast } from '../../ui/toast/toast.ts';

/** Two required fields; without the form library, which the first screen need not load. */
export function SignInForm({ onCodeAsked }: { onCodeAsked: () => void }) {
  const { t } = useTranslation('session');
  const signIn = useSignIn();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const missing = (text: string) => (isChecked && text.trim() === '' ? 'field.required' : undefined);

  // A mistyped password needs no request id for support.
  const isWrong = signIn.error instanceof ApiError && signIn.error.code === 'session.wrong_credentials';

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (username.trim() === '' || password === '') return;
    // The form is gone before a callback of the mutation runs.
    signIn.mutateAsync({ username: username.trim(), password }).then(
      () => showToast('success', t('loginOk')),
      (error) => asksForCode(error) && onCodeAsked(),
    );
  }

  return (
    <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 4 }}>
      <TextField
        name="username"
        label={t('username')}
        value={username}
        onChange={setUsername}
        error={missing(username)}
        autoComplete="username"
        autoFocus
      />
      <PasswordField
        name="password"
        label={t('password')}
        value={password}
        onChange={setPassword}
        error={missing(password)}
        autoComplete="current-password"
      />
      {signIn.error ? (
        <FailureNote text={errorText(signIn.error)} requestId={isWrong ? '' : requestIdOf(signIn.error)} />
      ) : null}
      <Button type="submit" variant="contained" size="large" loading={signIn.isPending}>
        {t('signIn')}
      </Button>
    </Box>
  );
}
