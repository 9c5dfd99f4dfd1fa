import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { hasPasskeys } from '../../api/passkey.ts';
import { TextField } from '../form/text-field.tsx';
import { FailureNote } from '../state/failure-note.tsx';

interface CodeFormProps {
  submitLabel: string;
  /** The codes that are accepted; those of the app and recovery codes unless given. */
  hint?: string;
  isBusy: boolean;
  error: Error | null;
  onCode: (code: string) => void;
  /** Where a passkey may take the place of a code. */
  onPasskey?: () => void;
  /** Further buttons, at the left. */
  children?: ReactNode;
}

/** Asks for a code of the authenticator app, a recovery code or a passkey. */
export function CodeForm({ submitLabel, hint, isBusy, error, onCode, onPasskey, children }: CodeFormProps) {
  const { t } = useTranslation('ui');
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The form behind a dialog is an ancestor in React, though not in the page.
    event.stopPropagation();
    setChecked(true);
    if (code.trim().length >= 6) onCode(code.trim());
  }

  return (
    <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 4 }}>
      <TextField
        name="code"
        label={t('code')}
        hint={hint ?? t('codeHint')}
        value={code}
        onChange={setCode}
        error={isChecked && code.trim().length < 6 ? 'field.required' : undefined}
        autoComplete="one-time-code"
        autoFocus
      />
      {error ? <FailureNote text={errorText(error)} requestId={requestIdOf(error)} /> : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2 }}>
        {children}
        {onPasskey && hasPasskeys() ? (
          <Button variant="outlined" disabled={isBusy} onClick={onPasskey}>
            {t('usePasskey')}
          </Button>
        ) : null}
        <Button type="submit" variant="contained" loading={isBusy}>
          {submitLabel}
        </Button>
      </Box>
    </Box>
  );
}
