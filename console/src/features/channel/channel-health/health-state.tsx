import HealthyIcon from '@mui/icons-material/CheckCircleOutlineOutlined';
import OffIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import FailingIcon from '@mui/icons-material/ErrorOutlineOutlined';
import RestingIcon from '@mui/icons-material/PauseCircleOutlineOutlined';
import Box from '@mui/material/Box';
import type { ChannelState } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';

const looks = {
  healthy: { Icon: HealthyIcon, colour: 'success.main' },
  failing: { Icon: FailingIcon, colour: 'error.main' },
  resting: { Icon: RestingIcon, colour: 'warning.main' },
  off: { Icon: OffIcon, colour: 'text.secondary' },
} as const;

/** The state of a channel as a sign with a word. */
export function HealthState({ state }: { state: ChannelState }) {
  const { t } = useTranslation('channel');
  const { Icon, colour } = looks[state];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 18, color: colour }} />
      {t(`health_${state}`)}
    </Box>
  );
}
