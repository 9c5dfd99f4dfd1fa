import Box from '@mui/material/Box';
import type { OptionKey } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../../api/error-text.ts';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { FailureNote } from '../../ui/state/failure-note.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { useSaveOptions } from './setting-api.ts';

const keys: readonly OptionKey[] = ['TelegramBotToken', 'TelegramWebhookSecret', 'TelegramProxy'];

/** Empties the options of the bot: an empty field of a secret means no change. */
export function BotOff() {
  const { t } = useTranslation('setting');
  const save = useSaveOptions();
  const turnOff = () =>
    save.mutate(
      { options: keys.map((key) => ({ key, value: '' })), etags: [] },
      { onSuccess: () => showToast('success', t('botIsOff')) },
    );
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <ConfirmButton label={t('botOff')} title={t('botOffTitle')} isBusy={save.isPending} onConfirm={turnOff}>
        {t('botOffEffect')}
      </ConfirmButton>
      {save.error ? <FailureNote text={errorText(save.error)} requestId={requestIdOf(save.error)} /> : null}
    </Box>
  );
}
