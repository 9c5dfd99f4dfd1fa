import Button from '@mui/material/Button';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type CodePurpose, useSendCode } from '../../api/email-code.ts';
import { errorText } from '../../api/error-text.ts';
import { showToast } from '../toast/toast.ts';
import { TextInput } from './text-input.tsx';
import { showFieldFailures } from './use-contract-form.ts';
import { useCountdown } from './use-countdown.ts';

const WAIT_SECONDS = 30;

/** The fields `email` and `codeName` of a form, with the button that has the code mailed. */
export function EmailCodeInputs({ purpose, codeName }: { purpose: CodePurpose; codeName: string }) {
  const { t } = useTranslation('ui');
  const form = useFormContext();
  const send = useSendCode(purpose);
  const countdown = useCountdown(WAIT_SECONDS);

  async function sendCode() {
    if (!(await form.trigger('email'))) return form.setFocus('email');
    try {
      await send.mutateAsync(String(form.getValues('email')).trim());
    } catch (error) {
      if (showFieldFailures(form, error) === 0) form.setError('email', { message: errorText(error) });
      return;
    }
    countdown.start();
    showToast('success', t('codeSent'));
    form.setFocus(codeName);
  }

  return (
    <>
      <TextInput
        name="email"
        type="email"
        label={t('codeEmail')}
        autoComplete="email"
        endAdornment={
          <Button
            size="small"
            disabled={countdown.left > 0}
            loading={send.isPending}
            onClick={sendCode}
            sx={{ flexShrink: 0, mr: -2 }}
          >
            {countdown.left > 0 ? t('sendCodeIn', { seconds: countdown.left }) : t('sendCode')}
          </Button>
        }
      />
      <TextInput
        name={codeName}
        label={t('mailedCode')}
        hint={t('mailedCodeHint')}
        autoComplete="one-time-code"
      />
    </>
  );
}
