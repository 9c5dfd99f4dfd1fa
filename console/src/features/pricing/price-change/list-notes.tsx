import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PriceListView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';

/** Entries that are named. */
const SHOWN = 20;

/** Format of the list, and entries that a price cannot express. */
export function ListNotes({ list }: { list: PriceListView }) {
  const { t } = useTranslation('price-change');
  const { format, left_out_count, unsaid, unsaid_count } = list;
  const shown = unsaid.slice(0, SHOWN);
  if (format === 'built_in') return null;
  return (
    <>
      <Typography color="textSecondary">
        {t(`format_${format}`)}
        {left_out_count > 0 ? ` · ${t('leftOutHosts', { count: left_out_count })}` : ''}
      </Typography>
      {unsaid_count > 0 ? (
        <Alert severity="info">
          {t('unsaid', { count: unsaid_count })}
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 4, overflowWrap: 'anywhere' }}>
            {shown.map(({ model, fields }) => (
              <li key={model}>{[model, ...fields].join(' · ')}</li>
            ))}
          </Box>
          {unsaid_count > shown.length ? t('unsaidMore', { count: unsaid_count - shown.length }) : null}
        </Alert>
      ) : null}
    </>
  );
}
