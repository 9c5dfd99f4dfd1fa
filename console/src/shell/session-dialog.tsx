import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { errorText, requestIdOf } from '../api/error-text.ts';
import { hasPassword, type Self } from '../api/self.ts';
import type { SessionState } from '../api/session-state.ts';
import { asksForCode, useSecondFactor, useSignIn } from '../api/sign-in.ts';
import { forgetAllDrafts } from '../ui/form/draft-store.ts';
import { PasswordField } from '../ui/form/password-field.tsx';
import { CodeForm } from '../ui/second-factor/code-form.tsx';
import { FailureNote } from '../ui/state/failure-note.tsx';
import { signInAddress } from './sign-in-address.ts';

interface SessionDialogProps {
  self: Self;
  state: Exclude<SessionState, 'alive'>;
}

/** Over the page whose session is gone: what is typed there stays until the account is back. */
export default function SessionDialog({ self, state }: SessionDialogProps) {
  if (state === 'replaced') return <AccountReplaced self={self} />;
  return hasPassword(self) ? <SignInAgain self={self} /> : <SignInElsewhere self={self} />;
}

/** Leaving the page discards the typed input. */
function leaveFor(address: string): void {
  forgetAllDrafts();
  window.location.assign(address);
}

function SignInAgain({ self }: { self: Self }) {
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
          <Box>
            <SignInPageLink>{t('signInOtherWay')}</SignInPageLink>
          </Box>
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

/** An account without a password comes back by the page that has its way to sign in. Drafts are kept for it. */
function SignInElsewhere({ self }: { self: Self }) {
  const { t } = useTranslation('shell');
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('sessionEnded')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('signInElsewhereHint', { name: self.username })}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={() => leaveFor('/')}>
          {t('leavePage')}
        </Button>
        <SignInPageLink variant="contained" autoFocus>
          {t('signIn')}
        </SignInPageLink>
      </DialogActions>
    </Dialog>
  );
}

/** Loads the console anew: in this one, the account whose session has ended still counts as signed in. */
function SignInPageLink(props: Pick<ButtonProps, 'variant' | 'autoFocus' | 'children'>) {
  return <Button {...props} href={signInAddress(useLocation())} />;
}

function AccountReplaced({ self }: { self: Self }) {
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
