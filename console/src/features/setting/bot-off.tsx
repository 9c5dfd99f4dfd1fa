import { useTranslation } from 'react-i18next';
import { OptionsOff } from './options-off.tsx';

/** Turns the bot off. */
export function BotOff() {
  const { t } = useTranslation('setting');
  return (
    <OptionsOff
      keys={['TelegramBotToken', 'TelegramWebhookSecret', 'TelegramProxy']}
      label={t('botOff')}
      title={t('botOffTitle')}
      effect={t('botOffEffect')}
      done={t('botIsOff')}
    />
  );
}
