import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { currencyDecimals, type PaymentStatementView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../ui/text/use-formats.ts';

/** Payments and refunds of a day on both sides. */
export function StatementSums({ statement }: { statement: PaymentStatementView }) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const { currency, paid, our_paid, refunded, our_refunded } = statement;
  const decimals = currencyDecimals[currency];
  const rows = [
    { name: t('paidSum'), there: paid, here: our_paid },
    { name: t('refundedSum'), there: refunded, here: our_refunded },
  ];
  return (
    <TableContainer tabIndex={0} role="region" aria-label={t('sums')}>
      <Table size="small" aria-label={t('sums')} sx={{ '& td, & th': { height: 40 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{currency}</TableCell>
            <TableCell align="right">{t('there')}</TableCell>
            <TableCell align="right">{t('here')}</TableCell>
            <TableCell align="right">{t('difference')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ name, there, here }) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row">
                {name}
              </TableCell>
              {[there, here, Number((there - here).toFixed(decimals))].map((amount, index) => (
                <TableCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: three fixed columns
                  key={index}
                  align="right"
                  className="tabular"
                >
                  {index === 2 && amount === 0 ? '–' : formats.fixed(amount, decimals)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
