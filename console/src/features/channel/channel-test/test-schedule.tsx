import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import type { TestScheduleView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/action/confirm-dialog.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { isUnderWay, testScheduleQuery, useRunTests } from './test-schedule-api.ts';

/** The scheduled tests in one line: progress while they run, otherwise the last and the next ones. */
export function TestSchedule() {
  const { t } = useTranslation('channel');
  const schedule = useQuery(testScheduleQuery).data;
  const run = useRunTests();
  const [isAsking, setAsking] = useState(false);
  if (schedule === undefined) return null;
  const { running, last, next_run_at: next } = schedule;
  const runs = isUnderWay(schedule);
  if (!runs && last === null && next === null) return null;
  return (
    <Box
      component="section"
      aria-label={t('schedule')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1, mb: 3 }}
    >
      {runs ? <Progress running={running} /> : null}
      {!runs && last !== null ? <LastRun last={last} /> : null}
      {!runs && next !== null ? <NextRun at={next} /> : null}
      <Button size="small" disabled={runs} loading={run.isPending} onClick={() => setAsking(true)}>
        {t('testNow')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('testNowTitle')}
        confirmLabel={t('testNow')}
        isHarmless
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          run.mutate();
        }}
      >
        {t('testNowHint')}
      </ConfirmDialog>
    </Box>
  );
}

function Progress({ running }: { running: TestScheduleView['running'] }) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  const { total = 0, passed = 0, failed = 0, skipped = 0, testing = [] } = running ?? {};
  const done = passed + failed + skipped;
  const text =
    running === null
      ? t('scheduleBegins')
      : t('scheduleProgress', {
          ...{ done: formats.number(done), total: formats.number(total), failed: formats.number(failed) },
        });
  return (
    <>
      <Box role="status">{text}</Box>
      <LinearProgress
        aria-label={t('schedule')}
        sx={{ width: 120 }}
        {...(total > 0 && { variant: 'determinate', value: (done / total) * 100 })}
      />
      {testing.length > 0 ? (
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('scheduleTesting', { names: testing.map(({ name }) => name).join(', ') })}
        </Box>
      ) : null}
    </>
  );
}

const results = ['passed', 'failed', 'skipped', 'disabled', 'enabled'] as const;

function LastRun({ last }: { last: NonNullable<TestScheduleView['last']> }) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  const counts = results
    .filter((name) => last[name] > 0)
    .map((name) => t(`schedule_${name}`, { number: formats.number(last[name]) }));
  return (
    <StatusDot tone={last.failed > 0 ? 'broken' : last.skipped > 0 ? 'look' : 'good'}>
      <Box component="span" sx={{ whiteSpace: 'normal' }}>
        {`${t('scheduleLast')} `}
        <TimeText epochSeconds={last.ended_at} />
        {counts.length > 0 ? `: ${counts.join(', ')}` : null}
      </Box>
    </StatusDot>
  );
}

function NextRun({ at }: { at: number }) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  const isSoon = at * 1000 - Date.now() < 60_000;
  return (
    <Box component="span" sx={{ color: 'text.secondary' }} title={formats.zonedTime(at)}>
      {isSoon ? t('scheduleSoon') : t('scheduleNext', { time: formats.relativeTime(at) })}
    </Box>
  );
}
