import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { StatementSum } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { BreakdownList } from '../../ui/chart/breakdown-list.tsx';
import { useChartFormats } from '../../ui/chart/use-chart-formats.ts';
import { rangeOf, type StatementFilter } from './statement-api.ts';
import { callsAddress } from './statement-links.ts';
import type { StatementOwner } from './statement-owner.ts';

interface ModelCardProps {
  models: NonNullable<StatementSum['models']>;
  filter: StatementFilter;
  owner: StatementOwner;
}

/** Cost per model in the chosen time. */
export function ModelCard({ models, filter, owner }: ModelCardProps) {
  const { t } = useTranslation(['statement', 'chart']);
  const formats = useChartFormats();
  const series = models.map(({ model, points }) => ({
    ...{ name: model, label: model === '' ? t('chart:other') : model },
    ...{ values: [points], total: points },
  }));
  return (
    <Card component="section" aria-labelledby="statement-models" sx={{ p: 5, minWidth: 0 }}>
      <Typography id="statement-models" variant="h2" sx={{ mb: 3 }}>
        {t('modelsTitle')}
      </Typography>
      <BreakdownList
        label={t('modelsTitle')}
        series={series}
        format={formats.quota}
        linkOf={(model) => callsAddress({ ...rangeOf(filter), username: owner.username, model })}
      />
    </Card>
  );
}
