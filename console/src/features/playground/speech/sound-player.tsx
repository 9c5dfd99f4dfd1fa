import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sound } from './speech-calls.ts';

/** Plays speech, and hands it over as a file. */
export function SoundPlayer({ sound: { address, format }, number }: { sound: Sound; number: number }) {
  const { t } = useTranslation('playground');
  const [isPlayable, setPlayable] = useState(true);
  const name = `speech-${number}.${format}`;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      {isPlayable ? (
        // The text that is spoken stands above.
        <Box
          component="audio"
          src={address}
          controls
          aria-label={t('speechOf', { number })}
          onError={() => setPlayable(false)}
          sx={{ flex: 1, minWidth: 0, maxWidth: 560 }}
        />
      ) : (
        <Typography color="textSecondary">{t('cannotPlay', { format: format.toUpperCase() })}</Typography>
      )}
      <IconButton
        component="a"
        href={address}
        download={name}
        aria-label={t('downloadSpeech', { number })}
        title={t('downloadSpeech', { number })}
      >
        <DownloadIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
