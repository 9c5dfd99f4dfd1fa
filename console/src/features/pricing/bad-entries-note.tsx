import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { PriceListView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../ui/form/field-issue.ts';

/** Names the entries of a list that are no prices; none of them is taken. */
export function BadEntriesNote({ list: { bad, bad_count } }: { list: PriceListView }) {
  const { t } = useTranslation('pricing');
  if (bad_count === 0) return null;
  return (
    <Alert severity="warning">
      {t('badEntries', { count: bad_count })}
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 4, overflowWrap: 'anywhere' }}>
        {bad.map(({ place, model, field, code }) => (
          <li key={place}>
            {[`#${place}`, model, field].filter((part) => part !== '').join(' · ')}: {fieldText(code)}
          </li>
        ))}
      </Box>
      {bad_count > bad.length ? t('moreModels', { count: bad_count - bad.length }) : null}
    </Alert>
  );
}
