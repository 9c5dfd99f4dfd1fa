import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { useTestMail } from './setting-api.ts';

/** Sends a mail by the stored settings and shows what the mail server says. */
export function TestMail() {
  const { t } = useTranslation('setting');
  const test = useTestMail();
  const [address, setAddress] = useState('');
  const isAddress = /^\S+@\S+$/.test(address.trim());
  const send = () => {
    if (isAddress && !test.isPending) test.mutate(address.trim());
  };
  return (
    <Box
      // The settings around it are not to be sent by its Enter.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        send();
      }}
      sx={{ display: 'grid', gap: 3 }}
    >
      <TextField
        name="test_mail_to"
        type="email"
        label={t('testMailTo')}
        hint={t('testMailHint')}
        value={address}
        onChange={setAddress}
        isOptional
      />
      <Button
        variant="outlined"
        disabled={!isAddress}
        loading={test.isPending}
        onClick={send}
        sx={{ justifySelf: 'start' }}
      >
        {t('sendTestMail')}
      </Button>
      {/* Out of the grid while it is empty, which has a gap for it otherwise. */}
      <Box role="status" sx={{ '&:empty': { position: 'absolute' } }}>
        {test.data?.sent ? t('testMailSent', { answer: test.data.answer }) : null}
      </Box>
      {test.data?.sent === false ? (
        <FailureNote text={t('testMailFailed', { answer: test.data.answer })} requestId="" />
      ) : null}
      {test.error ? <FailureNote text={errorText(test.error)} requestId={requestIdOf(test.error)} /> : null}
    </Box>
  );
}
