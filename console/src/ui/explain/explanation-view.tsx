import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Explanation } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../api/error-text.ts';
import { useGroupName } from '../../api/user-group.ts';
import { EmptyState } from '../state/empty-state.tsx';
import FailureAlert from '../state/failure-alert.tsx';
import { DetailList } from '../text/detail-list.tsx';
import { AbsentChannels } from './absent-channels.tsx';
import { CandidateTable } from './candidate-table.tsx';

interface ExplanationViewProps {
  isAsked: boolean;
  query: UseQueryResult<Explanation>;
}

/** An explanation, or why there is none. A failed one replaces the one before. */
export function ExplanationView({ isAsked, query }: ExplanationViewProps) {
  const { t } = useTranslation('explain');
  if (!isAsked)
    return (
      <EmptyState kind="key" title={t('noKey')}>
        {t('noKeyHint')}
      </EmptyState>
    );
  if (query.isError) return <FailureAlert error={query.error} />;
  if (query.data === undefined) return <Skeleton variant="rounded" height={320} />;
  return <Explained explanation={query.data} />;
}

function Explained({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const groupName = useGroupName();
  const { model, group, strategy, candidates, absent } = explanation;
  const { preferred_channel_id: preferred, hedge_seconds: seconds } = explanation;
  const isEmpty = candidates.length === 0 && absent.length === 0;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
      <Box role="status">
        <Result explanation={explanation} />
      </Box>
      <DetailList
        entries={[
          { name: t('model'), value: model },
          { name: t('group'), value: groupName(group) },
          { name: t('strategy'), value: t(`strategy_${strategy}`) },
          { name: t('hedge'), value: seconds === 0 ? undefined : t('hedgeAfter', { seconds }) },
          {
            name: t('preferred'),
            value: preferred === null ? undefined : nameOf(explanation, preferred),
          },
        ]}
      />
      {isEmpty ? <EmptyState title={t('nothing', { model })}>{t('nothingHint')}</EmptyState> : null}
      {candidates.length > 0 ? <CandidateTable explanation={explanation} /> : null}
      {absent.length > 0 ? <AbsentChannels absent={absent} /> : null}
    </Box>
  );
}

const nameOf = ({ candidates }: Explanation, id: number): string =>
  candidates.find(({ channel_id }) => channel_id === id)?.channel_name ?? `#${id}`;

function Result({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const { chosen, error } = explanation;
  if (chosen === null)
    return (
      <Alert severity="error">
        <Typography sx={{ fontWeight: 500 }}>{t('noneChosen')}</Typography>
        {error === '' ? null : codeText(error)}
      </Alert>
    );
  const isOneKey = explanation.candidates.every(
    ({ channel_id, key_id }) => channel_id !== chosen.channel_id || key_id === chosen.key_id,
  );
  return (
    <Alert severity="success">
      {t(isOneKey ? 'chosenIs' : 'chosenKeyIs', {
        channel: nameOf(explanation, chosen.channel_id),
        key: chosen.key_id,
      })}
    </Alert>
  );
}
