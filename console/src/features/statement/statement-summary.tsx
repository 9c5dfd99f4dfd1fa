import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { StatementSum } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/action/text-link.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { ChangesCard } from './changes-card.tsx';
import { ModelCard } from './model-card.tsx';
import { rangeOf, type StatementFilter, statementSumQuery } from './statement-api.ts';
import { callsAddress, entriesAddress } from './statement-links.ts';
import type { StatementOwner } from './statement-owner.ts';

interface StatementSummaryProps {
  filter: StatementFilter;
  owner: StatementOwner;
}

/** Where the balance of the chosen time went: by kind, and what the calls of each model cost. */
export function StatementSummary({ filter, owner }: StatementSummaryProps) {
  // Texts of the parts are loaded with the screen, not when the numbers come.
  useTranslation(['statement', 'chart', 'ui']);
  const sum = useQuery(statementSumQuery(filter, owner.userId));
  if (sum.isPending) return <Skeleton variant="rounded" height={220} sx={{ mb: 4 }} />;
  if (sum.data === undefined) {
    return (
      <Card sx={{ mb: 4 }}>
        <ErrorState error={sum.error} onRetry={() => sum.refetch()} />
      </Card>
    );
  }
  // Below, the list says that nothing has changed.
  if (sum.data.kinds.length === 0) return null;
  const models = sum.data.models ?? [];
  const hasChanges = sum.data.kinds.some(({ kind }) => kind !== 'consumption');
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        mb: 4,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
        },
      }}
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <BalanceCard sum={sum.data} filter={filter} owner={owner} />
        {models.length > 0 ? <ModelCard models={models} filter={filter} owner={owner} /> : null}
      </Box>
      {hasChanges ? <ChangesCard filter={filter} owner={owner} /> : null}
    </Box>
  );
}

function BalanceCard({ sum, filter, owner }: StatementSummaryProps & { sum: StatementSum }) {
  const { t } = useTranslation(['statement', 'ui']);
  const { range, to } = filter;
  const isUpToNow = range !== 'custom' || to === undefined;
  return (
    <Card component="section" aria-labelledby="statement-sum" sx={{ p: 5, minWidth: 0 }}>
      <Typography id="statement-sum" variant="h2" sx={{ mb: 3 }}>
        {t('sumTitle')}
        {range === 'custom' ? null : (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 2 }}>
            {t(`ui:range_${range}`)}
          </Typography>
        )}
      </Typography>
      <Box component="dl" sx={{ m: 0, fontSize: '0.8125rem' }}>
        <Line name={t('sumBefore')}>
          <QuotaText points={sum.before} />
        </Line>
        {sum.kinds.map(({ kind, points }) => (
          <Line key={kind} name={t(`kind_${kind}`)} hint={t(`kindHint_${kind}`)}>
            <TextLink
              to={
                kind === 'consumption'
                  ? callsAddress({ ...rangeOf(filter), username: owner.username })
                  : entriesAddress({ ...rangeOf(filter), userId: owner.userId, kind })
              }
            >
              <QuotaText points={points} isSigned />
            </TextLink>
          </Line>
        ))}
        <Line name={isUpToNow ? t('sumNow') : t('sumAfter')} isResult>
          <QuotaText points={sum.after} />
        </Line>
      </Box>
    </Card>
  );
}

interface LineProps {
  name: string;
  hint?: string;
  isResult?: boolean;
  children: ReactNode;
}

function Line({ name, hint, isResult = false, children }: LineProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 4,
        alignItems: 'baseline',
        justifyContent: 'space-between',
        py: 1.5,
        ...(isResult && { borderTop: 1, borderColor: 'divider', mt: 1, fontWeight: 600 }),
      }}
    >
      <Box component="dt" sx={{ minWidth: 0 }}>
        {name}
        {hint === undefined ? null : (
          <Typography
            variant="caption"
            color="textSecondary"
            sx={{ display: { xs: 'block', sm: 'inline' }, ml: { sm: 2 } }}
          >
            {hint}
          </Typography>
        )}
      </Box>
      <Box component="dd" sx={{ m: 0, flex: 'none' }}>
        {children}
      </Box>
    </Box>
  );
}
