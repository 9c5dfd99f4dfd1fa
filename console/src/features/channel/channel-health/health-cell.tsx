import Box from '@mui/material/Box';
import type { ChannelHealthView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { Tip } from '../../../ui/overlay/tip.tsx';
import { HealthState } from './health-state.tsx';
import { useHealthWords } from './use-health-words.ts';

/** State, time of rest, success share and first byte of a channel; the rest and the last error in a tip. */
export function HealthCell({ health }: { health: ChannelHealthView }) {
  const { t } = useTranslation('channel');
  const words = useHealthWords();
  const short = words.short(health);
  const whole = words.whole(health);
  const name = [t(`health_${health.state}`), short, whole].filter(Boolean).join('\n');
  return (
    <Tip text={whole}>
      <Box
        component="span"
        role="group"
        aria-label={name}
        sx={{
          ...{ display: 'inline-flex', alignItems: 'center', columnGap: 2, verticalAlign: 'middle' },
          // A card of a phone is as wide as two words.
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          whiteSpace: { xs: 'normal', sm: 'nowrap' },
        }}
      >
        <HealthState state={health.state} />
        <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
          {short}
        </Box>
      </Box>
    </Tip>
  );
}
