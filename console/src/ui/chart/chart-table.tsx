import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../action/text-link.tsx';
import { bucketTotal, type ChartData } from './chart-data.ts';
import { useChartFormats } from './use-chart-formats.ts';

interface ChartTableProps {
  label: string;
  data: ChartData;
  format: (value: number) => string;
  linkOf?: ((series: string | undefined, bucket: string) => string | undefined) | undefined;
}

/** The numbers of a chart, newest first. */
export function ChartTable({ label, data, format, linkOf }: ChartTableProps) {
  const { t } = useTranslation('chart');
  const { bucketName } = useChartFormats();
  const isSplit = data.series.length > 1;
  const newestFirst = data.buckets.map((bucket, place) => ({ bucket, place })).reverse();
  return (
    <TableContainer sx={{ maxHeight: 380 }} tabIndex={0} role="region" aria-label={label}>
      <Table
        stickyHeader
        size="small"
        aria-label={label}
        sx={{ '& td, & th': { whiteSpace: 'nowrap', height: 36 } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{t('time')}</TableCell>
            <TableCell align="right">{t('total')}</TableCell>
            {isSplit
              ? data.series.map((one) => (
                  <TableCell key={one.name} align="right">
                    {one.label}
                  </TableCell>
                ))
              : null}
          </TableRow>
        </TableHead>
        <TableBody>
          {newestFirst.map(({ bucket, place }) => {
            const to = bucketTotal(data, place) === 0 ? undefined : linkOf?.(undefined, bucket.key);
            return (
              <TableRow key={bucket.key}>
                <TableCell component="th" scope="row">
                  {to === undefined ? (
                    bucketName(bucket.key)
                  ) : (
                    <TextLink to={to}>{bucketName(bucket.key)}</TextLink>
                  )}
                </TableCell>
                <TableCell align="right">{format(bucketTotal(data, place))}</TableCell>
                {isSplit
                  ? data.series.map((one) => (
                      <TableCell key={one.name} align="right">
                        {format(one.values[place] ?? 0)}
                      </TableCell>
                    ))
                  : null}
              </TableRow>
            );
          })}
        </TableBody>
        <TableFooter>
          <TableRow sx={{ '& td, & th': { fontWeight: 600, color: 'text.primary' } }}>
            <TableCell component="th" scope="row">
              {t('total')}
            </TableCell>
            <TableCell align="right">{format(data.total)}</TableCell>
            {isSplit
              ? data.series.map((one) => (
                  <TableCell key={one.name} align="right">
                    {format(one.total)}
                  </TableCell>
                ))
              : null}
          </TableRow>
        </TableFooter>
      </Table>
    </TableContainer>
  );
}
