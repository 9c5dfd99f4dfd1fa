import Box from '@mui/material/Box';
import type { PaymentStatementView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot, type Tone } from '../../../ui/text/status-dot.tsx';

type Compared = Pick<PaymentStatementView, 'state' | 'difference_count' | 'open_count'>;

/** How a comparison came out; `settled`: all that was missed has been credited since. */
export function resultOf({ state, difference_count, open_count }: Compared) {
  if (state !== 'done') return state;
  if (open_count > 0) return 'differs';
  return difference_count > 0 ? 'settled' : 'agrees';
}
type Result = ReturnType<typeof resultOf>;

const tones: Record<Result, Tone> = {
  agrees: 'good',
  settled: 'good',
  differs: 'look',
  waiting: 'quiet',
  failed: 'broken',
};

export function StatementResult({ statement }: { statement: PaymentStatementView }) {
  const { t } = useTranslation('payment');
  const result = resultOf(statement);
  return (
    <Box component="span" title={statement.reason === '' ? undefined : statement.reason}>
      <StatusDot tone={tones[result]}>{t(`result_${result}`)}</StatusDot>
    </Box>
  );
}
