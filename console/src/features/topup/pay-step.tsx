import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { OwnOrderView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { closeUp } from '../../i18n/close-up.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { CheckButton } from './check-button.tsx';
import { PayPageStep } from './pay-page-step.tsx';

/** How to pay an order, and whether it is paid. */
export function PayStep({ order, isOpened }: { order: OwnOrderView; isOpened: boolean }) {
  const { t } = useTranslation('topup');
  const formats = useFormats();
  const isPaid = order.state === 'paid';
  return (
    <>
      <Typography color="textSecondary">
        {closeUp(t('orderFor', { amount: formats.money(order.amount, 'USD'), way: order.gateway_name }))}
      </Typography>
      {order.state === 'pending' ? <PayPageStep tradeNo={order.trade_no} isOpened={isOpened} /> : null}
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <CircularProgress size={18} aria-hidden />
        {t(isPaid ? 'arriving' : 'waiting')}
      </Box>
      <CheckButton tradeNo={order.trade_no} label={t('iHavePaid')} />
    </>
  );
}
