import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';

/** How often what is shown live is asked for again, while its tab is looked at. */
const LIVE_MS = 10_000;

/** For a query that may be shown live; a tab in the background asks for nothing. */
export const liveOptions = (isLive: boolean) => ({
  refetchInterval: isLive ? LIVE_MS : (false as const),
  refetchIntervalInBackground: false,
});

interface LiveToggleProps {
  isLive: boolean;
  /** Not now, as on a page of older rows. */
  isDisabled?: boolean;
  onChange: (isLive: boolean) => void;
}

/** Renews a list or charts that end now by themselves, as long as it is pressed. */
export function LiveToggle({ isLive, isDisabled = false, onChange }: LiveToggleProps) {
  const { t } = useTranslation('ui');
  return (
    <Button
      variant="text"
      color="inherit"
      aria-pressed={isLive}
      title={t('liveHint', { seconds: LIVE_MS / 1000 })}
      disabled={isDisabled}
      onClick={() => onChange(!isLive)}
      startIcon={
        <Box
          component="span"
          sx={{
            width: 8,
            height: 8,
            borderRadius: '50%',
            border: 1,
            borderColor: isLive ? 'success.main' : 'currentColor',
            bgcolor: isLive ? 'success.main' : 'transparent',
          }}
        />
      }
      sx={{ color: isLive ? 'text.primary' : 'text.secondary' }}
    >
      {t('live')}
    </Button>
  );
}
