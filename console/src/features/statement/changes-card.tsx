import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { StatementEntry } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useEntryWords } from './entry-words.ts';
import { LATEST_CHANGES, latestChangesQuery, rangeOf, type StatementFilter } from './statement-api.ts';
import { entriesAddress } from './statement-links.ts';
import type { StatementOwner } from './statement-owner.ts';

interface ChangesCardProps {
  filter: StatementFilter;
  owner: StatementOwner;
}

/** Recent changes of the balance with author and reason, without calls. */
export function ChangesCard({ filter, owner: { userId } }: ChangesCardProps) {
  const { t } = useTranslation('statement');
  const changes = useQuery(latestChangesQuery(filter, userId));
  return (
    <Card component="section" aria-labelledby="statement-changes" sx={{ p: 5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: -1, mb: 1 }}>
        <Typography id="statement-changes" variant="h2" sx={{ flex: 1 }}>
          {t('changesTitle')}
        </Typography>
        <ButtonLink
          to={entriesAddress({ ...rangeOf(filter), userId, kind: 'other' })}
          variant="text"
          size="small"
        >
          {t('showAll')}
        </ButtonLink>
      </Box>
      {changes.isPending ? <Skeleton variant="rounded" height={LATEST_CHANGES * 44} /> : null}
      {changes.isError && !changes.data ? (
        <ErrorState error={changes.error} onRetry={() => changes.refetch()} />
      ) : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.8125rem' }}>
        {changes.data?.data.map((entry) => (
          <Change key={entry.id} entry={entry} />
        ))}
      </Box>
    </Card>
  );
}

function Change({ entry }: { entry: StatementEntry }) {
  const { t } = useTranslation('statement');
  const { kind, reference, who } = useEntryWords()(entry);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'baseline',
        gap: 4,
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {[kind, reference].filter(Boolean).join(' · ')}
        <Typography variant="caption" color="textSecondary" component="div">
          <TimeText epochSeconds={entry.created_at} />
          {` · ${[t('changedBy', { who }), entry.note].filter(Boolean).join(' · ')}`}
        </Typography>
      </Box>
      <QuotaText points={entry.delta} isSigned />
    </Box>
  );
}
