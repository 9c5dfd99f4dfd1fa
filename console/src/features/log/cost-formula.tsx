import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { LogView } from '@turnpike/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../../api/user-group.ts';
import { costSum, linePoints } from '../../ui/price/exact-cost.ts';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { CostReasons } from './cost-reasons.tsx';
import { UsageNotes } from './usage-notes.tsx';
import { useLineText } from './use-line-text.ts';

const LIST_PRICE = { groupRatio: 1, tierRatio: '1' };

/** Why a call cost what it did: in words, and line by line from what was stored with the row. */
export function CostFormula({ row }: { row: LogView }) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const lineText = useLineText();
  const lines = row.metadata?.lines ?? [];
  return (
    <>
      <CostReasons row={row} />
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: '8px', overflow: 'auto' }}>
        <Table
          size="small"
          sx={{
            '& td, & th': { height: 36, px: { xs: 2, sm: 3 } },
            '& tbody tr:last-child td': { borderBottom: 0 },
            '& td:first-of-type': { overflowWrap: 'anywhere' },
            '& td:not(:first-of-type)': { whiteSpace: 'nowrap' },
          }}
          aria-label={t('costTitle')}
        >
          {lines.length > 0 ? (
            <TableHead>
              <TableRow>
                <TableCell>{t('bucket')}</TableCell>
                <TableCell align="right">{t('count')}</TableCell>
                <TableCell align="right">{t('pricePer')}</TableCell>
                <TableCell align="right">{t('cost')}</TableCell>
              </TableRow>
            </TableHead>
          ) : null}
          <TableBody>
            {lines.map((line) => (
              <TableRow key={`${line.bucket} ${line.variant ?? ''}`}>
                <TableCell>{lineText.nameOf(line)}</TableCell>
                <TableCell align="right">{formats.number(line.count)}</TableCell>
                <TableCell align="right">{lineText.priceOf(line)}</TableCell>
                <TableCell align="right">{formats.exactQuota(linePoints(line, LIST_PRICE))}</TableCell>
              </TableRow>
            ))}
            <Factors row={row} />
            <Deductions row={row} />
            <SumRow name={t('charged')} isStrong>
              <QuotaText points={row.quota} isPrecise />
            </SumRow>
            {row.metadata?.cost === undefined ? null : (
              <>
                <SumRow name={t('providerCost')}>
                  <QuotaText points={row.metadata.cost} isPrecise />
                </SumRow>
                <SumRow name={t('margin')}>
                  <QuotaText points={row.quota - row.metadata.cost} isPrecise />
                </SumRow>
              </>
            )}
          </TableBody>
        </Table>
        <Typography
          variant="caption"
          color="textSecondary"
          component="p"
          sx={{ px: { xs: 2, sm: 3 }, py: 2, m: 0, borderTop: 1, borderColor: 'divider' }}
        >
          {t('pointsNote', { points: formats.points(row.quota) })}
        </Typography>
        <UsageNotes row={row} />
      </Box>
    </>
  );
}

/** Factors of the sum, and the result before it is rounded up. */
function Factors({ row }: { row: LogView }) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const groupName = useGroupName();
  const { lines = [], group_ratio: groupRatio = 1, tier_ratio: tierRatio = '1' } = row.metadata ?? {};
  const { group_name = '', service_tier = '', hour_ratio: hourRatio = '1', cached } = row.metadata ?? {};
  if (lines.length === 0) return null;
  const factors = [
    { name: t('tierRatio', { tier: service_tier }), factor: Number(tierRatio) },
    { name: t('hourRatio'), factor: Number(hourRatio) },
    { name: t('groupFactor', { group: groupName(group_name) }), factor: groupRatio },
    { name: t('cached'), factor: (cached?.percent ?? 100) / 100 },
  ].filter(({ factor }) => factor !== 1);
  const sum = costSum(lines, { groupRatio, tierRatio, hourRatio, percent: cached?.percent });
  return (
    <>
      {factors.length > 0 && lines.length > 1 ? (
        <SumRow name={t('subtotal')}>{formats.exactQuota(costSum(lines, LIST_PRICE))}</SumRow>
      ) : null}
      {factors.map(({ name, factor }) => (
        <SumRow key={name} name={name}>
          × {formats.number(factor, 9)}
        </SumRow>
      ))}
      {sum === row.quota ? null : <SumRow name={t('sum')}>{formats.exactQuota(sum)}</SumRow>}
    </>
  );
}

/** The part that the balance could not pay. */
function Deductions({ row }: { row: LogView }) {
  const { t } = useTranslation('log');
  const formats = useFormats();
  const { debt, shortfall } = row.metadata ?? {};
  return (
    <>
      {debt ? <SumRow name={t('debt')}>−{formats.exactQuota(debt)}</SumRow> : null}
      {shortfall ? <SumRow name={t('shortfall')}>−{formats.exactQuota(shortfall)}</SumRow> : null}
    </>
  );
}

function SumRow({
  name,
  isStrong = false,
  children,
}: {
  name: string;
  isStrong?: boolean;
  children: ReactNode;
}) {
  return (
    <TableRow sx={isStrong ? { '& td': { fontWeight: 600 } } : undefined}>
      <TableCell colSpan={3} sx={{ whiteSpace: 'normal' }}>
        {name}
      </TableCell>
      <TableCell align="right">{children}</TableCell>
    </TableRow>
  );
}
