import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import type { UserView } from '@turnpike/contract';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../api/error-text.ts';
import type { SessionState } from '../api/session-state.ts';
import { asksForCode, useSecondFactor, useSignIn } from '../api/sign-in.ts';
import { forgetAllDrafts } from '../ui/form/draft-store.ts';
import { PasswordField } from '../ui/form/password-field.tsx';
import { CodeForm } from '../ui/second-factor/code-form.tsx';
import { FailureNote } from '../ui/state/failure-note.tsx';

interface SessionDialogProps {
  self: UserView;
  state: Exclude<SessionState, 'alive'>;
}

/** Over the page whose session is gone: what is typed there stays until the account is back. */
export default function SessionDialog({ self, state }: SessionDialogProps) {
  return state === 'ended' ? <SignInAgain self={self} /> : <AccountReplaced self={self} />;
}

/** Leaving the page discards the typed input. */
function leaveFor(address: string): void {
  forgetAllDrafts();
  window.location.assign(address);
}

function SignInAgain({ self }: { self: UserView }) {
  const { t } = useTranslation('shell');
  const titleId = useId();
  const signIn = useSignIn();
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const second = useSecondFactor();

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The form behind is an ancestor in React, though not in the page.
    event.stopPropagation();
    setChecked(true);
    if (password !== '') signIn.mutate({ username: self.username, password });
  }

  if (asksForCode(signIn.error)) {
    return (
      <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{t('sessionEnded')}</DialogTitle>
        <DialogContent>
          <CodeForm
            submitLabel={t('signIn')}
            isBusy={second.isPending}
            error={second.error}
            onCode={(code) => second.mutate(code)}
          >
            <Button variant="outlined" onClick={() => leaveFor('/')}>
              {t('leavePage')}
            </Button>
          </CodeForm>
        </DialogContent>
      </Dialog>
    );
  }

  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <Box component="form" noValidate onSubmit={onSubmit}>
        <DialogTitle id={titleId}>{t('sessionEnded')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <DialogContentText>{t('sessionEndedHint', { name: self.username })}</DialogContentText>
          <input type="text" name="username" autoComplete="username" value={self.username} readOnly hidden />
          <PasswordField
            name="password"
            label={t('password')}
            value={password}
            onChange={setPassword}
            error={isChecked && password === '' ? 'field.required' : undefined}
            autoComplete="current-password"
            autoFocus
          />
          {signIn.error ? (
            <FailureNote text={errorText(signIn.error)} requestId={requestIdOf(signIn.error)} />
          ) : null}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={() => leaveFor('/')}>
            {t('leavePage')}
          </Button>
          <Button type="submit" variant="contained" loading={signIn.isPending}>
            {t('signIn')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

function AccountReplaced({ self }: { self: UserView }) {
  const { t } = useTranslation('shell');
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('accountReplaced')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('accountReplacedHint', { name: self.username })}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={() => leaveFor('/panel')}>
          {t('reload')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
