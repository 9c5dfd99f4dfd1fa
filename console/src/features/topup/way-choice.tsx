import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import type { PayWayView } from '@turnpike/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceTile } from './choice-tile.tsx';
import { WayMark } from './way-mark.tsx';

interface WayChoiceProps {
  ways: readonly PayWayView[];
  chosen: PayWayView | undefined;
  isMissing: boolean;
  onChoose: (uuid: string) => void;
}

export function WayChoice({ ways, chosen, isMissing, onChoose }: WayChoiceProps) {
  const { t } = useTranslation('topup');
  const id = useId();
  return (
    <Box role="radiogroup" aria-labelledby={id}>
      <FormLabel id={id} component="p" error={isMissing} sx={{ m: 0, mb: 1 }}>
        {t('way')}
      </FormLabel>
      <Box
        sx={{
          ...{ display: 'grid', gap: 3 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(200px, 1fr))' },
        }}
      >
        {ways.map((way) => (
          <ChoiceTile
            key={way.uuid}
            role="radio"
            isChosen={way === chosen}
            onChoose={() => onChoose(way.uuid)}
            sx={{ justifyContent: 'flex-start', gap: 3, px: 4, minHeight: 56 }}
          >
            <WayMark way={way} />
            <Box component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {way.name}
            </Box>
          </ChoiceTile>
        ))}
      </Box>
      {isMissing ? (
        <FormHelperText error role="alert">
          {t('wayMissing')}
        </FormHelperText>
      ) : null}
    </Box>
  );
}
