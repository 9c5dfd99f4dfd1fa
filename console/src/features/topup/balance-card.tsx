import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Self } from '../../api/self.ts';
import { TextLink } from '../../ui/action/text-link.tsx';
import { BalanceText } from '../../ui/text/balance-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';

/** The balance, and the way to the records of its changes. */
export function BalanceCard({ self }: { self: Self }) {
  const { t } = useTranslation('topup');
  const formats = useFormats();
  const id = useId();
  const entries = (kind: string) => `/panel/statement?view=entries&kind=${kind}`;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 5, minWidth: 0 }}>
      <Typography id={id} variant="body2" color="textSecondary">
        {t('balance')}
      </Typography>
      <Typography component="p" sx={{ fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.4 }}>
        <BalanceText points={self.quota} />
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary">
        {t('used', { amount: formats.quota(self.used_quota) })}
      </Typography>
      <Box
        sx={{
          ...{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 },
          ...{ mt: 3, pt: 3, borderTop: 1, borderColor: 'divider', fontSize: '0.8125rem' },
        }}
      >
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('records')}
        </Box>
        <TextLink to={entries('top_up')}>{t('topUpRecords')}</TextLink>
        <TextLink to={entries('redemption')}>{t('redemptionRecords')}</TextLink>
        <TextLink to={entries('reward')}>{t('rewardRecords')}</TextLink>
        <TextLink to="/panel/log?log_type=1">{t('logRecords')}</TextLink>
      </Box>
    </Card>
  );
}
