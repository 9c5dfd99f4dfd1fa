import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Tip } from '../../../ui/overlay/tip.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { type DayHour, dayHours, worstHour } from './day-hours.ts';

const BAR = 3;
const STEP = 4;
const HEIGHT = 20;
/** A failure among thousands of calls stays visible. */
const MIN_FAILED = 3;
const WITHOUT_CALLS = 2;

/** A bar for each of the last 24 hours: the share of failed calls stands below that of the others. */
export function DayStrip({ hours }: { hours: readonly DayHour[] }) {
  const text = useDayText()(hours);
  const bars = dayHours(hours, Math.floor(Date.now() / 1000));
  return (
    <Tip text={text}>
      <Box
        component="svg"
        role="img"
        viewBox={`0 0 ${bars.length * STEP - (STEP - BAR)} ${HEIGHT}`}
        sx={{ display: 'block', width: bars.length * STEP, height: HEIGHT }}
      >
        {bars.map((hour, place) => (
          <Bar key={hour.hour} hour={hour} x={place * STEP} />
        ))}
      </Box>
    </Tip>
  );
}

function Bar({ hour: { calls, failures }, x }: { hour: DayHour; x: number }) {
  if (calls === 0)
    return (
      <Box
        component="rect"
        {...{ x, y: HEIGHT - WITHOUT_CALLS, width: BAR, height: WITHOUT_CALLS }}
        sx={{ fill: 'var(--mui-palette-text-secondary)', opacity: 0.4 }}
      />
    );
  const failed = failures === 0 ? 0 : Math.max(MIN_FAILED, Math.round((failures / calls) * HEIGHT));
  // A gap parts the two shares for readers who do not see the colours.
  const good = failed === 0 ? HEIGHT : Math.max(0, HEIGHT - failed - 1);
  return (
    <>
      <Box
        component="rect"
        {...{ x, y: 0, width: BAR, height: good }}
        sx={{ fill: 'var(--mui-palette-success-main)' }}
      />
      <Box
        component="rect"
        {...{ x, y: HEIGHT - failed, width: BAR, height: failed }}
        sx={{ fill: 'var(--mui-palette-error-main)' }}
      />
    </>
  );
}

/** The strip in words. */
function useDayText() {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  return (hours: readonly DayHour[]): string => {
    const sum = (part: 'calls' | 'failures') => hours.reduce((total, hour) => total + hour[part], 0);
    if (sum('calls') === 0) return t('dayNone');
    const counts = ({ calls, failures }: { calls: number; failures: number }) => ({
      calls: formats.number(calls),
      failed: formats.number(failures),
    });
    const whole = t('dayCalls', counts({ calls: sum('calls'), failures: sum('failures') }));
    const worst = worstHour(hours);
    if (worst === undefined) return whole;
    return `${whole}\n${t('dayWorst', { ...counts(worst), time: formats.timeOfDay(worst.hour * 1000) })}`;
  };
}
