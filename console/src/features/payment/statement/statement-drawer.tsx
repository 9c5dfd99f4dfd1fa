import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { PaymentStatementView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../../ui/overlay/side-drawer.tsx';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { DetailList } from '../../../ui/text/detail-list.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';
import { DifferenceList } from './difference-list.tsx';
import { statementQuery, useCheckDay } from './statement-api.ts';
import { resultOf } from './statement-state.tsx';
import { StatementSums } from './statement-sums.tsx';

interface StatementDrawerProps {
  id: number;
  onClose: () => void;
}

/** A day of a gateway: both sums, and what differs. */
export function StatementDrawer({ id, onClose }: StatementDrawerProps) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const asked = useQuery(statementQuery(id));
  const check = useCheckDay();
  const statement = asked.data;
  return (
    <SideDrawer
      isOpen
      title={
        statement
          ? t('statementTitle', { name: statement.gateway_name, day: formats.day(statement.day) })
          : t('tab_statement')
      }
      onClose={onClose}
      footer={
        statement ? (
          <Button
            variant="outlined"
            loading={check.isPending}
            onClick={() => check.mutate({ gateway_id: statement.gateway_id, day: statement.day })}
          >
            {t('checkAgain')}
          </Button>
        ) : null
      }
    >
      {statement ? (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 }}>
          <Outcome statement={statement} />
          {statement.state === 'done' ? <StatementSums statement={statement} /> : null}
          <DifferenceList statement={statement} />
          <Facts statement={statement} />
        </Box>
      ) : null}
      {asked.isPending ? <Skeleton variant="rounded" height={240} /> : null}
      {statement === undefined && asked.isError ? (
        <ErrorState error={asked.error} onRetry={() => asked.refetch()} />
      ) : null}
    </SideDrawer>
  );
}

const severities = {
  agrees: 'success',
  settled: 'success',
  differs: 'warning',
  waiting: 'info',
  failed: 'error',
} as const;

function Outcome({ statement }: { statement: PaymentStatementView }) {
  const { t } = useTranslation('payment');
  const result = resultOf(statement);
  return (
    <Alert severity={severities[result]}>
      <AlertTitle>
        {result === 'differs' ? t('openCount', { count: statement.open_count }) : t(`result_${result}`)}
      </AlertTitle>
      {statement.reason === '' ? null : (
        <Box sx={{ mb: 1, overflowWrap: 'anywhere' }}>{statement.reason}</Box>
      )}
      {t(`about_${result}`)}
    </Alert>
  );
}

function Facts({ statement }: { statement: PaymentStatementView }) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const { state, currency, fees, lines, other_lines, checked_at } = statement;
  const isRead = state === 'done';
  return (
    <DetailList
      entries={[
        { name: t('feesThere'), value: isRead ? formats.money(fees, currency) : undefined },
        { name: t('statementLines'), value: isRead ? formats.number(lines) : undefined },
        { name: t('otherLines'), value: other_lines === 0 ? undefined : formats.number(other_lines) },
        { name: t('checkedAt'), value: <TimeText epochSeconds={checked_at} isExact /> },
      ]}
    />
  );
}
