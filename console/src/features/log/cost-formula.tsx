import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { LogView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { costSum, linePoints } from '../../ui/price/exact-cost.ts';
import { QuotaText } from '../../ui/quota-text.tsx';
import { useFormats } from '../../ui/use-formats.ts';
import { UsageNotes } from './usage-notes.tsx';

/** The charge line by line, from what was stored with the row: count × ratio × group ratio, then the service tier. */
export function CostFormula({ row }: { row: LogView }) {
  const { t, i18n } = useTranslation('log');
  const formats = useFormats();
  const lines = row.metadata?.lines ?? [];
  const groupRatio = row.metadata?.group_ratio ?? 1;
  const tierRatio = row.metadata?.tier_ratio ?? '1';
  const factors = { groupRatio, tierRatio };
  const hasTier = tierRatio !== '1';
  const sum = costSum(lines, factors);
  const bucketName = (bucket: string) =>
    [`bucket_${bucket}`, `unit_${bucket}`]
      .filter((key) => i18n.exists(`log:${key}`))
      .map((key) => t(key as 'bucket_call'))[0] ?? bucket;

  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: '8px', overflow: 'auto' }}>
      <Table
        size="small"
        sx={{
          '& td, & th': { height: 36, px: { xs: 2, sm: 3 } },
          '& tbody tr:last-child td': { borderBottom: 0 },
          '& td:not(:first-of-type)': { whiteSpace: 'nowrap' },
        }}
        aria-label={t('costTitle')}
      >
        <TableHead>
          <TableRow>
            <TableCell>{t('bucket')}</TableCell>
            <TableCell align="right">{t('count')}</TableCell>
            <TableCell align="right">{t('ratio')}</TableCell>
            <TableCell align="right">{t('groupRatio')}</TableCell>
            <TableCell align="right">{t('pointsHead')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((line) => (
            <TableRow key={`${line.bucket} ${line.variant ?? ''}`}>
              <TableCell>
                {line.variant === undefined
                  ? bucketName(line.bucket)
                  : t('bucketVariant', { bucket: bucketName(line.bucket), variant: line.variant })}
              </TableCell>
              <TableCell align="right">{formats.number(line.count)}</TableCell>
              <TableCell align="right">× {formats.number(Number(line.ratio), 9)}</TableCell>
              {hasTier ? <TableCell align="right">× {formats.number(Number(tierRatio), 9)}</TableCell> : null}
              <TableCell align="right">× {formats.number(groupRatio, 9)}</TableCell>
              <TableCell align="right">
                = {formats.number(linePoints(line, { groupRatio, tierRatio: '1' }), 6)}
              </TableCell>
            </TableRow>
          ))}
          {hasTier ? (
            <TableRow>
              <TableCell colSpan={4}>{t('tierRatio', { tier: row.metadata?.service_tier ?? '' })}</TableCell>
              <TableCell align="right">× {formats.number(Number(tierRatio), 9)}</TableCell>
            </TableRow>
          ) : null}
          {lines.length > 0 && sum !== row.quota ? (
            <TableRow>
              <TableCell colSpan={4}>{t('sum')}</TableCell>
              <TableCell align="right">{formats.number(sum, 6)}</TableCell>
            </TableRow>
          ) : null}
          {row.metadata?.debt ? (
            <TableRow>
              <TableCell colSpan={4}>{t('debt')}</TableCell>
              <TableCell align="right">−{formats.number(row.metadata.debt)}</TableCell>
            </TableRow>
          ) : null}
          {row.metadata?.shortfall ? (
            <TableRow>
              <TableCell colSpan={4}>{t('shortfall')}</TableCell>
              <TableCell align="right">−{formats.number(row.metadata.shortfall)}</TableCell>
            </TableRow>
          ) : null}
          <TableRow sx={{ '& td': { fontWeight: 600 } }}>
            <TableCell colSpan={2}>{t('charged')}</TableCell>
            <TableCell align="right" colSpan={3}>
              {formats.number(row.quota)} · <QuotaText points={row.quota} isPrecise />
            </TableCell>
          </TableRow>
          {row.metadata?.cost === undefined ? null : (
            <>
              <TableRow>
                <TableCell colSpan={2}>{t('providerCost')}</TableCell>
                <TableCell align="right" colSpan={3}>
                  {formats.number(row.metadata.cost)} · <QuotaText points={row.metadata.cost} isPrecise />
                </TableCell>
              </TableRow>
              <TableRow>
                <TableCell colSpan={2}>{t('margin')}</TableCell>
                <TableCell align="right" colSpan={3}>
                  {formats.number(row.quota - row.metadata.cost)} ·{' '}
                  <QuotaText points={row.quota - row.metadata.cost} isPrecise />
                </TableCell>
              </TableRow>
            </>
          )}
        </TableBody>
      </Table>
      <Typography
        variant="caption"
        color="textSecondary"
        component="p"
        sx={{ px: 3, py: 2, m: 0, borderTop: 1, borderColor: 'divider' }}
      >
        {row.metadata?.price_step
          ? `${t('priceStep', { tokens: formats.number(row.metadata.price_step) })} `
          : ''}
        {row.metadata?.estimated ? `${t('estimated')} ` : ''}
        {t('ratioNote')}
      </Typography>
      <UsageNotes row={row} />
    </Box>
  );
}
