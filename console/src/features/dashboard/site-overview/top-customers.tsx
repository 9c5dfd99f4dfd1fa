import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { SiteAttention } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { UserLink } from '../../../ui/action/text-link.tsx';
import { QuotaText } from '../../../ui/text/quota-text.tsx';
import { useFormats } from '../../../ui/text/use-formats.ts';

/** The five customers with the highest cost today. */
export function TopCustomers({ customers }: SiteAttention) {
  const { t } = useTranslation('site-overview');
  const formats = useFormats();
  return (
    <Card component="section" aria-labelledby="top-customers" sx={{ p: 5, minWidth: 0 }}>
      <Typography id="top-customers" variant="h2" sx={{ mb: 2 }}>
        {t('customers')}
      </Typography>
      {customers.length === 0 ? <Typography color="textSecondary">{t('noCustomers')}</Typography> : null}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.8125rem' }}>
        {customers.map(({ id, name, quota, calls }) => (
          <Box component="li" key={id} sx={{ display: 'flex', gap: 3, py: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <UserLink id={id} name={name} />
            </Box>
            <Box className="tabular" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {t('callsOf', { count: calls, number: formats.compact(calls) })}
            </Box>
            <Box className="tabular" sx={{ minWidth: 84, textAlign: 'right' }}>
              <QuotaText points={quota} />
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
