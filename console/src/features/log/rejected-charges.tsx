import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { RejectedSettlementView } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokenName } from '../../api/token-name.ts';
import { SideDrawer } from '../../ui/overlay/side-drawer.tsx';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { rejectedChargesQuery, useRetryCharges } from './log-api.ts';

/** Shows administrators charges that the database refused, and writes them again. */
export function RejectedCharges() {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const rejected = useQuery(rejectedChargesQuery).data;
  const [isOpen, setOpen] = useState(false);
  const retry = useRetryCharges(({ written, failed }) => {
    const counts = { written: formats.number(written), failed: formats.number(failed) };
    showToast(failed > 0 ? 'error' : 'success', t(failed > 0 ? 'chargesFailed' : 'chargesWritten', counts));
    if (failed === 0) setOpen(false);
  });
  const count = rejected?.total_count ?? 0;
  if (count === 0 && !isOpen) return null;
  return (
    <>
      <Alert
        severity="error"
        sx={{ mb: 4 }}
        action={
          <Button color="inherit" size="small" onClick={() => setOpen(true)}>
            {t('showCharges')}
          </Button>
        }
      >
        {t('chargesRejected', { count, number: formats.number(count) })}
      </Alert>
      <SideDrawer
        isOpen={isOpen}
        title={t('chargesTitle')}
        onClose={() => setOpen(false)}
        footer={
          <Button variant="contained" loading={retry.isPending} onClick={() => retry.mutate()}>
            {t('retryCharges')}
          </Button>
        }
      >
        <Typography sx={{ mb: 4 }}>{t('chargesHint')}</Typography>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 5 }}>
          {rejected?.data.map((charge) => (
            <Box component="li" key={charge.id}>
              <RejectedCharge charge={charge} />
            </Box>
          ))}
        </Box>
      </SideDrawer>
    </>
  );
}

function RejectedCharge({ charge }: { charge: RejectedSettlementView }) {
  const { t } = useTranslation('log');
  const tokenName = useTokenName();
  return (
    <DetailList
      entries={[
        { name: t('time'), value: <TimeText epochSeconds={charge.created_time} isExact /> },
        { name: t('user'), value: charge.username || `#${charge.user_id}` },
        { name: t('key'), value: charge.token_name ? tokenName(charge.token_name) : undefined },
        { name: t('model'), value: charge.model_name || undefined },
        { name: t('cost'), value: <QuotaText points={charge.quota} /> },
        { name: t('reason'), value: charge.reason },
        { name: t('idsTitle'), value: charge.request_id || undefined },
      ]}
    />
  );
}
