import ColumnIcon from '@mui/icons-material/BarChartOutlined';
import LineIcon from '@mui/icons-material/ShowChartOutlined';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';

export type ChartView = 'columns' | 'lines' | 'table';

const views = [
  { view: 'columns', key: 'asColumns', Icon: ColumnIcon },
  { view: 'lines', key: 'asLines', Icon: LineIcon },
  { view: 'table', key: 'asTable', Icon: TableIcon },
] as const;

interface ChartViewButtonsProps {
  title: string;
  view: ChartView;
  onChange: (view: ChartView) => void;
}

/** The same numbers as columns, lines or a table. */
export function ChartViewButtons({ title, view, onChange }: ChartViewButtonsProps) {
  const { t } = useTranslation('chart');
  return (
    <Box role="group" aria-label={t('view', { title })} sx={{ display: 'flex', mt: '-2px' }}>
      {views.map(({ view: name, key, Icon }) => (
        <IconButton
          key={name}
          size="small"
          aria-pressed={name === view}
          aria-label={t(key, { title })}
          title={t(key, { title })}
          color={name === view ? 'primary' : 'default'}
          onClick={() => onChange(name)}
        >
          <Icon fontSize="small" />
        </IconButton>
      ))}
    </Box>
  );
}
