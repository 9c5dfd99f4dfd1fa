import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PriceHours } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { toTag } from '../../i18n/languages.ts';
import { readerTimeZoneText } from '../date/time-zone.ts';
import { DetailList } from '../text/detail-list.tsx';
import { useFormats } from '../text/use-formats.ts';
import { HourNow } from './hour-now.tsx';
import { type HourSpan, weekOfHours } from './hour-spans.ts';

/** Hours of a price for its readers: the factor now, and those of the next seven days on their own clock. */
export function PriceHoursSection({ hours }: { hours: PriceHours }) {
  const { t } = useTranslation('price');
  return (
    <Box component="section" aria-label={t('partTitle_hours')} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="caption" color="textSecondary">
        {t('partTitle_hours')}
      </Typography>
      <Box sx={{ fontWeight: 500 }}>
        <HourNow hours={hours} />
      </Box>
      <HourWeek hours={hours} />
    </Box>
  );
}

/** Times of the next seven days at which the price is another one than usual. */
export function HourWeek({ hours }: { hours: PriceHours }) {
  const { t, i18n } = useTranslation('price');
  const formats = useFormats();
  const tag = toTag(i18n.language);
  const dayText = new Intl.DateTimeFormat(tag, { weekday: 'short', month: 'short', day: 'numeric' });
  const timeText = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const spanText = ({ fromSeconds, untilSeconds, ratio }: HourSpan) =>
    t('hourSpan', {
      from: timeText.format(fromSeconds * 1000),
      to: timeText.format(untilSeconds * 1000),
      factor: formats.number(ratio, 9),
    });
  const days = weekOfHours(hours, Math.floor(Date.now() / 1000));
  return (
    <>
      <DetailList
        entries={days.map(({ startSeconds, spans }) => ({
          name: dayText.format(startSeconds * 1000),
          value:
            spans.length === 0 ? (
              t('hoursUsual')
            ) : (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
                {spans.map((span) => (
                  <Box
                    key={span.fromSeconds}
                    component="span"
                    className="tabular"
                    sx={{ whiteSpace: 'nowrap' }}
                  >
                    {spanText(span)}
                  </Box>
                ))}
              </Box>
            ),
        }))}
      />
      <Typography variant="caption" color="textSecondary">
        {t('hoursZone', { zone: readerTimeZoneText(i18n.language), priceZone: hours.time_zone })}
      </Typography>
    </>
  );
}
