import Button from '@mui/material/Button';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type CodePurpose, useSendCode } from '../../api/email-code.ts';
import { errorText } from '../../api/error-text.ts';
import { showToast } from '../toast/toast.ts';
import type { TurnstileState } from '../turnstile/use-turnstile.tsx';
import { TextInput } from './text-input.tsx';
import { showFieldFailures } from './use-contract-form.ts';
import { useCountdown } from './use-countdown.ts';

const WAIT_SECONDS = 30;

interface EmailCodeInputsProps {
  purpose: CodePurpose;
  codeName: string;
  /** The form's check, which is renewed after each code. */
  turnstile?: TurnstileState;
}

/** The fields `email` and `codeName` of a form, with the button that has the code mailed. */
export function EmailCodeInputs({ purpose, codeName, turnstile }: EmailCodeInputsProps) {
  const { t } = useTranslation('ui');
  const form = useFormContext();
  const send = useSendCode(purpose);
  const countdown = useCountdown(WAIT_SECONDS);

  async function sendCode() {
    if (!(await form.trigger('email'))) return form.setFocus('email');
    try {
      const email = String(form.getValues('email')).trim();
      await send.mutateAsync({ email, turnstile: turnstile?.token });
    } catch (error) {
      if (showFieldFailures(form, error) === 0) form.setError('email', { message: errorText(error) });
      return;
    } finally {
      turnstile?.renew();
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
            disabled={countdown.left > 0 || turnstile?.isReady === false}
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
