import Box from '@mui/material/Box';
import type { DayFigures, SiteAttention } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useChartFormats } from '../../../ui/chart/use-chart-formats.ts';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { ChangeNote } from '../change-note.tsx';
import { FigureCard } from '../figure-card.tsx';

/** Spending, calls, errors and speed of everybody, next to yesterday at this time. */
export function SiteFigures({ today, yesterday }: SiteAttention) {
  const { t } = useTranslation('site-overview');
  const { quota, countTick, percent } = useChartFormats();
  const { duration } = useFormats();
  const shareOf = ({ attempts, failures }: DayFigures) => (attempts === 0 ? 0 : failures / attempts);
  const latency = (ms: number | null) => (ms === null ? '–' : duration(ms));
  return (
    <Box
      sx={{
        ...{ display: 'grid', gap: { xs: 3, sm: 4 } },
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      <FigureCard
        label={t('spend')}
        value={quota(today.quota)}
        note={<ChangeNote figure={{ today: today.quota, before: yesterday.quota }} format={quota} />}
      />
      <FigureCard
        label={t('calls')}
        value={countTick(today.calls)}
        note={<ChangeNote figure={{ today: today.calls, before: yesterday.calls }} format={countTick} />}
      />
      <FigureCard
        label={t('failures')}
        value={countTick(today.failures)}
        note={t('failuresNote', { share: percent(shareOf(today)), before: percent(shareOf(yesterday)) })}
      />
      <FigureCard
        label={t('firstByte')}
        value={latency(today.first_byte_ms)}
        note={t('firstByteNote', { before: latency(yesterday.first_byte_ms) })}
      />
    </Box>
  );
}
