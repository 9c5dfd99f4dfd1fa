import Box from '@mui/material/Box';
import type { OrderState, OrderView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot, type Tone } from '../../../ui/text/status-dot.tsx';

const tones: Record<OrderState, Tone> = {
  created: 'quiet',
  pending: 'quiet',
  paid: 'look',
  credited: 'good',
  closed: 'quiet',
  failed: 'broken',
  refunded: 'look',
  disputed: 'broken',
};

/** The status of an order; the finer state is in the title. */
export function OrderStatusText({
  order: { status, state },
}: {
  order: Pick<OrderView, 'status' | 'state'>;
}) {
  const { t } = useTranslation('payment');
  return (
    <Box component="span" title={t(`state_${state}`)}>
      <StatusDot tone={tones[state]}>{t(`status_${status}`)}</StatusDot>
    </Box>
  );
}
