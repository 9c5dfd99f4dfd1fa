import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type SalesSummary, salesDays } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/action/text-link.tsx';
import { readerTimeZoneText } from '../../ui/date/time-zone.ts';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { salesQuery } from './dashboard-api.ts';

/** For administrators: what was sold and paid back, and the balances that users have not spent. */
export default function SalesCard() {
  const { t, i18n } = useTranslation('dashboard');
  const formats = useFormats();
  const { data, isPending, isError, error, refetch } = useQuery(salesQuery);
  return (
    <Card component="section" aria-labelledby="sales" sx={{ p: 5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'space-between' }}>
        <Typography id="sales" variant="h2">
          {t('salesTitle')}
        </Typography>
        <TextLink to="/panel/payment">{t('openOrders')}</TextLink>
      </Box>
      {isPending ? <Skeleton variant="rounded" height={72} sx={{ mt: 3 }} /> : null}
      {isError && data === undefined ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : (
        <>
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 3 }}>
            {t('unspentNote', { amount: formats.quota(data.unspent_quota) })}
            {' · '}
            {t('salesNote', { zone: readerTimeZoneText(i18n.language) })}
          </Typography>
          {data.sales.length === 0 ? (
            <Typography color="textSecondary">{t('noSales')}</Typography>
          ) : (
            <SalesTable sales={data.sales} />
          )}
        </>
      )}
    </Card>
  );
}

type Sale = SalesSummary['sales'][number];

function SalesTable({ sales }: { sales: readonly Sale[] }) {
  const { t } = useTranslation('dashboard');
  const pairs = new Map(sales.map((sale) => [`${sale.gateway_id} ${sale.currency}`, sale]));
  return (
    <TableContainer tabIndex={0} role="region" aria-label={t('salesTitle')}>
      <Table size="small" aria-label={t('salesTitle')} sx={{ '& td, & th': { whiteSpace: 'nowrap' } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('gateway')}</TableCell>
            {salesDays.map((days) => (
              <TableCell key={days} align="right">
                {t(`salesDays_${days}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {[...pairs].map(([pair, { gateway_id, gateway_name, currency }]) => (
            <TableRow key={pair}>
              <TableCell component="th" scope="row">
                {t('gatewayIn', { name: gateway_name, currency })}
              </TableCell>
              {salesDays.map((days) => (
                <TableCell key={days} align="right" className="tabular">
                  <Amounts
                    currency={currency}
                    sale={sales.find(
                      (one) =>
                        one.days === days && one.gateway_id === gateway_id && one.currency === currency,
                    )}
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function Amounts({ sale, currency }: { sale: Sale | undefined; currency: Sale['currency'] }) {
  const { t } = useTranslation('dashboard');
  const { money } = useFormats();
  const { amount = 0, refunded_amount = 0 } = sale ?? {};
  return (
    <>
      {money(amount, currency)}
      {refunded_amount > 0 ? (
        <Typography variant="caption" color="textSecondary" component="div">
          {t('refundedNote', { amount: money(refunded_amount, currency) })}
        </Typography>
      ) : null}
    </>
  );
}
