import AddIcon from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { MAX_PRICE_STEPS } from '@turnpike/contract';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../ui/form/text-input.tsx';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { PartRow } from './part-row.tsx';
import { PriceInput } from './price-input.tsx';

/** Other prices for long inputs. */
export function PriceStepsInput({ unit }: { unit: PriceUnit }) {
  const { t } = useTranslation(['pricing', 'price']);
  const { fields, append, remove } = useFieldArray({ name: 'price.steps' });
  return (
    <>
      <FormHelperText>{t('longInputsHint')}</FormHelperText>
      {fields.map(({ id }, index) => {
        const number = index + 1;
        return (
          <PartRow
            key={id}
            label={t('longInputNumber', { number })}
            removeLabel={t('removeLongInput', { number })}
            onRemove={() => remove(index)}
          >
            <Box sx={{ gridColumn: '1 / -1' }}>
              <TextInput name={`price.steps.${index}.above`} label={t('stepAbove')} isNumber />
            </Box>
            <PriceInput name={`price.steps.${index}.input`} label={t('price:input')} unit={unit} />
            <PriceInput name={`price.steps.${index}.output`} label={t('price:output')} unit={unit} />
          </PartRow>
        );
      })}
      {fields.length >= MAX_PRICE_STEPS ? null : (
        <Box>
          <Button
            variant="outlined"
            size="small"
            startIcon={<AddIcon />}
            onClick={() => append({ above: 200_000, input: Number.NaN, output: Number.NaN })}
          >
            {t('addLongInput')}
          </Button>
        </Box>
      )}
    </>
  );
}
