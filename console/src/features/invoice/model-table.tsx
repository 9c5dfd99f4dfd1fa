import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { InvoiceLine } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';

/** Use by model; the line without a name is the difference to the ledger. */
export function ModelTable({ lines }: { lines: readonly InvoiceLine[] }) {
  const { t } = useTranslation('invoice');
  const formats = useFormats();
  return (
    <TableContainer tabIndex={0} role="region" aria-label={t('models')}>
      <Table size="small" aria-label={t('models')} sx={{ '& td, & th': { height: 40 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('model')}</TableCell>
            <TableCell align="right">{t('input')}</TableCell>
            <TableCell align="right">{t('output')}</TableCell>
            <TableCell align="right">{t('requests')}</TableCell>
            <TableCell align="right">{t('requestTime')}</TableCell>
            <TableCell align="right">{t('amount')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((line) => (
            <TableRow key={line.model_name}>
              <TableCell component="th" scope="row" sx={{ minWidth: 160, overflowWrap: 'anywhere' }}>
                {line.model_name === '' ? (
                  <>
                    {t('otherCharges')}
                    <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                      {t('otherChargesHint')}
                    </Typography>
                  </>
                ) : (
                  line.model_name
                )}
              </TableCell>
              <TableCell align="right">{formats.number(line.prompt_tokens)}</TableCell>
              <TableCell align="right">{formats.number(line.completion_tokens)}</TableCell>
              <TableCell align="right">{formats.number(line.request_count)}</TableCell>
              <TableCell align="right">{formats.fixed(line.request_time / 1000, 3)}</TableCell>
              <TableCell align="right">
                <QuotaText points={line.quota} isPrecise />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
