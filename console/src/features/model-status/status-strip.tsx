import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Tip } from '../../ui/overlay/tip.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';

const BAR = 4;
const STEP = 6;
const HEIGHT = 22;
const WITHOUT_FIGURE = 2;
/** An hour in which nothing was answered is no hour without a figure. */
const MIN_HEIGHT = 5;
const HOUR_SECONDS = 3600;

interface StatusStripProps {
  /** Answered calls of each hour in percent, oldest first; null without a figure. */
  hours: readonly (number | null)[];
  /** Start of the oldest hour, seconds. */
  firstHour: number;
}

/** A bar for each hour: its height is the share of answered calls, so that the colour does not stand alone. */
export function StatusStrip({ hours, firstHour }: StatusStripProps) {
  const text = useStripText()({ hours, firstHour });
  return (
    <Tip text={text}>
      <Box
        component="svg"
        role="img"
        aria-label={text}
        viewBox={`0 0 ${hours.length * STEP - (STEP - BAR)} ${HEIGHT}`}
        sx={{ display: 'block', width: hours.length * STEP, maxWidth: '100%', height: HEIGHT }}
      >
        {hours
          .map((percent, place) => ({ percent, place }))
          .map(({ percent, place }) => (
            <Bar key={place} percent={percent} x={place * STEP} />
          ))}
      </Box>
    </Tip>
  );
}

function Bar({ percent, x }: { percent: number | null; x: number }) {
  const height =
    percent === null ? WITHOUT_FIGURE : Math.max(MIN_HEIGHT, Math.round((percent / 100) * HEIGHT));
  return (
    <Box
      component="rect"
      {...{ x, y: HEIGHT - height, width: BAR, height }}
      sx={{ fill: `var(--mui-palette-${colourOf(percent)})`, opacity: percent === null ? 0.4 : 1 }}
    />
  );
}

const colourOf = (percent: number | null): string => {
  if (percent === null) return 'text-secondary';
  if (percent < 50) return 'error-main';
  return percent < 95 ? 'warning-main' : 'success-main';
};

/** The strip in words: its worst hour. */
function useStripText() {
  const { t } = useTranslation('model-status');
  const formats = useFormats();
  return ({ hours, firstHour }: StatusStripProps): string => {
    const known = hours.flatMap((percent, place) => (percent === null ? [] : [{ percent, place }]));
    if (known.length === 0) return t('stripNone');
    const worst = known.reduce((one, other) => (other.percent < one.percent ? other : one));
    if (worst.percent === 100) return t('stripWhole');
    return t('stripWorst', {
      percent: formats.number(worst.percent),
      time: formats.timeOfDay((firstHour + worst.place * HOUR_SECONDS) * 1000),
    });
  };
}
