import type { TestsResult } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import type { RunPart } from '../channel-api.ts';
import { ChannelRun } from './channel-run.tsx';
import type { RunState } from './use-channel-run.tsx';

type Row = TestsResult['done'][number];

/** How far the test of all enabled channels is, and what became of each. */
export function TestChannels(state: RunState<Row>) {
  const { t } = useTranslation('channel');
  const formats = useFormats();
  return (
    <ChannelRun<Row>
      {...state}
      title={t('testAll')}
      listLabel={t('responseTime')}
      runningText={({ done = [], failed = [], total }: Partial<RunPart<Row>> = {}) =>
        t('testsProgress', {
          done: done.length,
          failed: failed.length,
          left: total === undefined ? '…' : total - done.length - failed.length,
        })
      }
      doneText={({ done, failed, total }) =>
        total === 0 ? t('testsNone') : t('testsDone', { done: done.length, failed: failed.length })
      }
      failedText={(count) => t('testsFailed', { count })}
      result={({ time }) => <StatusDot tone="good">{formats.duration(time * 1000)}</StatusDot>}
    />
  );
}
