import StopIcon from '@mui/icons-material/StopOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sendKeys } from '../send-keys.ts';

interface SendRowProps {
  /** The verb. */
  label: string;
  icon: ReactNode;
  canSend: boolean;
  isBusy: boolean;
  /** Without it, a call under way cannot be stopped here. */
  onStop?: () => void;
  /** Expected cost. */
  price?: ReactNode;
}

/** The button that sends, or stops what was sent. */
export function SendRow({ label, icon, canSend, isBusy, onStop, price }: SendRowProps) {
  const { t } = useTranslation('playground');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {isBusy && onStop ? (
        <Button variant="outlined" startIcon={<StopIcon />} onClick={onStop}>
          {t('stop')}
        </Button>
      ) : (
        <Button type="submit" variant="contained" startIcon={icon} disabled={!canSend} loading={isBusy}>
          {label}
        </Button>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap', columnGap: 3 }}>
        {sendKeys === undefined ? null : (
          <Typography variant="caption" color="textSecondary">
            {t('sendHint', { keys: sendKeys })}
          </Typography>
        )}
        {price}
      </Box>
    </Box>
  );
}
