import TelegramIcon from '@mui/icons-material/Telegram';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../ui/action/confirm-button.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { ProfileRow } from './profile-row.tsx';
import { telegramLinkQuery, useUnlinkTelegram } from './telegram-api.ts';
import { TelegramDialog } from './telegram-dialog.tsx';

/** The bot, and whether it knows the account. */
export function TelegramRow() {
  const { t } = useTranslation('profile');
  const [isOpen, setOpen] = useState(false);
  const { data: link } = useQuery(telegramLinkQuery);
  const unlink = useUnlinkTelegram();
  if (link === undefined) return null;
  return (
    <ProfileRow
      mark={<TelegramIcon fontSize="small" aria-hidden />}
      name={t('telegramBot')}
      facts={
        link.linked ? (
          <>
            {t('linkedSince')} <TimeText epochSeconds={link.created_time} />
          </>
        ) : (
          t('telegramAbout')
        )
      }
    >
      {link.linked ? (
        <ConfirmButton
          size="small"
          label={t('telegramUnlink')}
          title={t('telegramUnlinkTitle')}
          isBusy={unlink.isPending}
          onConfirm={() => unlink.mutate()}
        >
          {t('telegramUnlinkEffect')}
        </ConfirmButton>
      ) : (
        <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
          {t('telegramLink')}
        </Button>
      )}
      {isOpen ? <TelegramDialog onClose={() => setOpen(false)} /> : null}
    </ProfileRow>
  );
}
