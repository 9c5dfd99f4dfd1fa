import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { type ConfirmedAction, confirmationCalls, type InputOf } from '@turnpike/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { callApi, type NeededProof } from '../api/call-api.ts';
import { errorText, requestIdOf } from '../api/error-text.ts';
import { askPasskey } from '../api/passkey.ts';
import { useSelf } from '../api/self.ts';
import { PasswordField } from '../ui/form/password-field.tsx';
import { CodeForm } from '../ui/second-factor/code-form.tsx';
import { FailureNote } from '../ui/state/failure-note.tsx';
import { signInAddress } from './sign-in-address.ts';
import { useSignOut } from './sign-out.ts';

interface ConfirmationDialogProps {
  action: ConfirmedAction;
  proof: NeededProof;
  /** Token of the confirmation; undefined when the person gives up. */
  onAnswer: (token: string | undefined) => void;
}

export default function ConfirmationDialog({ action, proof, onAnswer }: ConfirmationDialogProps) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  const giveUp = () => onAnswer(undefined);
  const cancel = (
    <Button variant="outlined" onClick={giveUp}>
      {t('cancel')}
    </Button>
  );
  const Step = steps[proof];
  return (
    <Dialog open onClose={giveUp} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t(proof === 'session' ? 'signInAgain' : 'confirmTitle')}</DialogTitle>
      <Step action={action} onAnswer={onAnswer}>
        {cancel}
      </Step>
    </Dialog>
  );
}

type StepProps = Omit<ConfirmationDialogProps, 'proof'> & { children: ReactNode };

const steps = { second_factor: FactorStep, password: PasswordStep, session: SignInStep };

const useConfirm = (onAnswer: StepProps['onAnswer']) =>
  useMutation({
    mutationFn: (input: InputOf<typeof confirmationCalls.create>) =>
      callApi(confirmationCalls.create, { input }),
    meta: { isQuiet: true },
    onSuccess: onAnswer,
  });

function FactorStep({ action, onAnswer, children }: StepProps) {
  const { t } = useTranslation('ui');
  const confirm = useConfirm(onAnswer);
  const passkey = useMutation({
    mutationFn: async () => askPasskey(await callApi(confirmationCalls.begin, { input: { action } })),
    meta: { isQuiet: true },
    onSuccess: (response) => confirm.mutate({ action, response }),
  });
  return (
    <DialogContent sx={{ display: 'grid', gap: 4 }}>
      <DialogContentText>{t(`confirmAbout_${action}`)}</DialogContentText>
      <CodeForm
        submitLabel={t('continue')}
        isBusy={confirm.isPending || passkey.isPending}
        error={confirm.error ?? passkey.error}
        onCode={(code) => confirm.mutate({ action, code })}
        onPasskey={() => passkey.mutate()}
      >
        {children}
      </CodeForm>
    </DialogContent>
  );
}

function PasswordStep({ action, onAnswer, children }: StepProps) {
  const { t } = useTranslation('ui');
  const confirm = useConfirm(onAnswer);
  const self = useSelf();
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The form behind is an ancestor in React, though not in the page.
    event.stopPropagation();
    setChecked(true);
    if (password !== '') confirm.mutate({ action, password });
  }

  return (
    <Box component="form" noValidate onSubmit={onSubmit}>
      <DialogContent sx={{ display: 'grid', gap: 4, pt: 0 }}>
        <DialogContentText>{t(`confirmAbout_${action}`)}</DialogContentText>
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={self?.username ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          name="current_password"
          label={t('currentPassword')}
          value={password}
          onChange={setPassword}
          error={isChecked && password === '' ? 'field.required' : undefined}
          autoComplete="current-password"
          autoFocus
        />
        {confirm.error ? (
          <FailureNote text={errorText(confirm.error)} requestId={requestIdOf(confirm.error)} />
        ) : null}
      </DialogContent>
      <DialogActions>
        {children}
        <Button type="submit" variant="contained" loading={confirm.isPending}>
          {t('continue')}
        </Button>
      </DialogActions>
    </Box>
  );
}

/** An account without a password and a second factor proves itself by a new session. */
function SignInStep({ children }: StepProps) {
  const { t } = useTranslation('ui');
  const address = signInAddress(useLocation());
  const signOut = useSignOut();
  return (
    <>
      <DialogContent>
        <DialogContentText>{t('signInAgainAbout')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        {children}
        <Button
          variant="contained"
          autoFocus
          loading={signOut.isPending}
          onClick={() => signOut.mutate(address)}
        >
          {t('signInAgain')}
        </Button>
      </DialogActions>
    </>
  );
}
