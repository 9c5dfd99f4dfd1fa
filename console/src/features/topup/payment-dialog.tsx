import CloseIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { CreditedStep } from './credited-step.tsx';
import { EndedStep } from './ended-step.tsx';
import { isOpen } from './order-state.ts';
import { PayStep } from './pay-step.tsx';
import { useOrderWatch } from './use-order-watch.ts';

interface PaymentDialogProps {
  tradeNo: string;
  /** The payment page is open in a tab of its own. */
  isOpened: boolean;
  onClose: () => void;
}

/** Follows an order until it is credited. Closing the dialog leaves the order as it is. */
export function PaymentDialog({ tradeNo, isOpened, onClose }: PaymentDialogProps) {
  const { t } = useTranslation(['topup', 'ui']);
  const formats = useFormats();
  const titleId = useId();
  const order = useOrderWatch(tradeNo);
  const { data } = order;
  const isWaiting = data === undefined ? !order.isError : isOpen(data);
  const title =
    data === undefined
      ? t('dialogPending')
      : t('dialogTitle', { amount: formats.money(data.order_amount, data.order_currency) });
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} {...(!isWaiting && { onClose })}>
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 3 }}>
        <DialogTitle id={titleId} sx={{ flex: 1 }}>
          {title}
        </DialogTitle>
        <IconButton aria-label={t('ui:close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ px: 5, pb: 5, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        {order.isPending ? <Skeleton variant="rounded" height={160} /> : null}
        {data === undefined && order.isError ? (
          <ErrorState error={order.error} onRetry={() => order.refetch()} />
        ) : null}
        {data && isOpen(data) ? <PayStep order={data} isOpened={isOpened} /> : null}
        {data?.state === 'credited' ? <CreditedStep order={data} onClose={onClose} /> : null}
        {data && !isOpen(data) && data.state !== 'credited' ? <EndedStep order={data} /> : null}
      </Box>
    </Dialog>
  );
}
