import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BreakdownList } from '../../ui/chart/breakdown-list.tsx';
import { toChartData } from '../../ui/chart/chart-data.ts';
import { logLink } from '../../ui/chart/log-link.ts';
import { useChartFormats } from '../../ui/chart/use-chart-formats.ts';
import { ErrorState } from '../../ui/state/error-state.tsx';
import type { DashboardRange } from './dashboard-api.ts';
import { rangeBuckets, useRangeUse } from './use-chart.tsx';

/** Which models the calls of the range went to. */
export function ModelShares({ range }: { range: DashboardRange }) {
  const { t } = useTranslation(['dashboard', 'chart']);
  const formats = useChartFormats();
  const use = useRangeUse(range);
  const restLabel = t('chart:other');
  const data = useMemo(() => {
    const values = use.data?.map((row) => ({
      bucket: row.Date,
      name: row.ModelName,
      value: row.RequestCount,
    }));
    return values && toChartData(formats.toBuckets(rangeBuckets(range)), values, { restLabel });
  }, [use.data, range, formats, restLabel]);
  const from = rangeBuckets(range)[0]?.from;
  return (
    <Card component="section" aria-labelledby="model-shares" sx={{ p: 5, minWidth: 0 }}>
      <Typography id="model-shares" variant="h2" sx={{ mb: 3 }}>
        {t('sharesTitle')}
      </Typography>
      {use.isPending ? <Skeleton variant="rounded" height={160} /> : null}
      {use.isError && !data ? <ErrorState error={use.error} onRetry={() => void use.refetch()} /> : null}
      {data?.total === 0 ? <Typography color="textSecondary">{t('chartEmpty')}</Typography> : null}
      {data && data.total > 0 ? (
        <BreakdownList
          label={t('sharesTitle')}
          series={data.series}
          format={formats.count}
          linkOf={(model_name) => logLink({ from, model_name })}
        />
      ) : null}
    </Card>
  );
}
