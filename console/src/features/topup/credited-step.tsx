import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { OwnOrderView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { selfQuery } from '../../api/self.ts';
import { useFormats } from '../../ui/text/use-formats.ts';
import { pointsOf } from './order-state.ts';

/** The points are in the balance. */
export function CreditedStep({ order, onClose }: { order: OwnOrderView; onClose: () => void }) {
  const { t } = useTranslation('topup');
  const formats = useFormats();
  const self = useQuery(selfQuery);
  return (
    <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 2, textAlign: 'center' }}>
      <CheckIcon color="success" sx={{ fontSize: 64 }} aria-hidden />
      <Typography variant="h2" component="p">
        {t('credited', { amount: formats.quota(pointsOf(order)) })}
      </Typography>
      <Typography color="textSecondary">
        {/* The balance from before the payment is read again at this moment. */}
        {self.isFetching || !self.data ? (
          <Skeleton width={160} />
        ) : (
          t('newBalance', { balance: formats.quota(self.data.quota) })
        )}
      </Typography>
      <Button variant="contained" onClick={onClose} sx={{ mt: 2 }}>
        {t('done')}
      </Button>
    </Box>
  );
}
