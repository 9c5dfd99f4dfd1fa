import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ChannelHealthView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../../api/error-text.ts';
import FailureAlert from '../../../ui/state/failure-alert.tsx';
import { DetailList } from '../../../ui/text/detail-list.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { TestHistory } from '../channel-test/test-history.tsx';
import { channelTestsQuery } from '../channel-test/test-schedule-api.ts';
import { channelHealthQuery } from './channel-health-api.ts';
import { DayStrip } from './day-strip.tsx';
import { HealthState } from './health-state.tsx';
import { useHealthWords } from './use-health-words.ts';

/** The health of one channel with its last error, renewed while it is open. */
export function HealthSection({ id }: { id: number }) {
  const { t } = useTranslation('channel');
  const health = useQuery(channelHealthQuery([id]));
  const found = health.data?.get(id);
  if (health.isSuccess && found === undefined) return null;
  return (
    <Box component="section" aria-label={t('health')}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {t('health')}
      </Typography>
      {health.isPending ? <Skeleton variant="rounded" height={120} /> : null}
      {health.isError && found === undefined ? <FailureAlert error={health.error} /> : null}
      {found === undefined ? null : <HealthFacts health={found} />}
    </Box>
  );
}

function HealthFacts({ health }: { health: ChannelHealthView }) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  const words = useHealthWords();
  const time = (ms: number | null) => (ms === null ? undefined : formats.duration(ms));
  const tests = useQuery(channelTestsQuery(health.id)).data ?? [];
  const { rests, last_error: lastError } = health;
  return (
    <DetailList
      entries={[
        { name: t('healthState'), value: <HealthState state={health.state} /> },
        { name: t('recent'), value: words.succeeded(health) },
        { name: t('firstByte'), value: time(health.first_byte_ms) },
        { name: t('wholeAnswer'), value: time(health.duration_ms) },
        { name: t('inProgress'), value: health.in_flight > 0 ? formats.number(health.in_flight) : undefined },
        { name: t('rests'), value: rests.length > 0 ? <Rests rests={rests.map(words.rest)} /> : undefined },
        { name: t('day'), value: <DayStrip hours={health.hours} /> },
        { name: t('lastError'), value: lastError === null ? undefined : <LastError error={lastError} /> },
        { name: t('lastTests'), value: tests.length === 0 ? undefined : <TestHistory tests={tests} /> },
      ]}
    />
  );
}

function Rests({ rests }: { rests: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rests.map((rest) => (
        <li key={rest}>{rest}</li>
      ))}
    </Box>
  );
}

function LastError({ error }: { error: NonNullable<ChannelHealthView['last_error']> }) {
  return (
    <>
      {codeText(error.code)}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {' '}
        <TimeText epochSeconds={error.time} />
        {` · ${error.model}`}
      </Box>
      {error.message === '' ? null : (
        <Box
          component="code"
          sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere', mt: 1 }}
        >
          {error.message}
        </Box>
      )}
    </>
  );
}
