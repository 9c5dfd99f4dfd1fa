import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useShortList } from '../../ui/text/use-short-list.ts';

/** Asks for the price of the models that have none: requests for them would be refused. */
export function FirstPrice({ models }: { models: readonly string[] }) {
  const { t } = useTranslation('set-up');
  const shortList = useShortList();
  const isFree = useFormContext().watch('is_free');
  return (
    <Box component="section" aria-label={t('price')} sx={{ display: 'grid', gap: 4 }}>
      <Alert severity="info">{t('unpriced', { models: shortList(models) })}</Alert>
      <SwitchInput name="is_free" label={t('free')} hint={t('freeHint')} />
      {isFree ? null : (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <TextInput name="input_price" label={t('inputPrice')} isNumber />
          <TextInput name="output_price" label={t('outputPrice')} isNumber />
        </Box>
      )}
    </Box>
  );
}
