import AddIcon from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { MAX_UNIT_PRICES, type UnitPrice, unitKind } from '@turnpike/contract';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { PartRow } from './part-row.tsx';
import { PriceInput } from './price-input.tsx';

/** Prices of what is not counted in tokens. */
export function UnitPricesInput({ unit, isPerCall }: { unit: PriceUnit; isPerCall: boolean }) {
  const { t } = useTranslation(['pricing', 'price']);
  const { fields, append, remove } = useFieldArray({ name: 'price.units' });
  const units = useWatch({ name: 'price.units' }) as UnitPrice[];
  // A price by calls has its own figure for a call.
  const kinds = isPerCall ? unitKind.filter((kind) => kind !== 'call') : unitKind;
  return (
    <>
      <FormHelperText>{t('unitPricesHint')}</FormHelperText>
      {fields.map(({ id }, index) => {
        const kind = units[index]?.kind ?? 'image';
        const number = index + 1;
        return (
          <PartRow
            key={id}
            label={t('unitPriceNumber', { number })}
            removeLabel={t('removeUnitPrice', { number })}
            onRemove={() => remove(index)}
          >
            <SelectInput
              name={`price.units.${index}.kind`}
              label={t('unitKind')}
              choices={kinds.map((value) => ({ value, label: t(`price:unitKind_${value}`) }))}
            />
            <PriceInput name={`price.units.${index}.price`} label={t('unitPrice')} unit={unit} per={kind} />
            {kind === 'call' ? null : (
              <Box sx={{ gridColumn: '1 / -1' }}>
                <TextInput
                  name={`price.units.${index}.variant`}
                  label={t('unitVariant')}
                  hint={kind === 'image' ? t('unitVariantHint') : undefined}
                  isOptional
                />
              </Box>
            )}
          </PartRow>
        );
      })}
      {fields.length >= MAX_UNIT_PRICES ? null : (
        <Box>
          <Button
            variant="outlined"
            size="small"
            startIcon={<AddIcon />}
            onClick={() => append({ kind: 'web_search', variant: '', price: Number.NaN })}
          >
            {t('addUnitPrice')}
          </Button>
        </Box>
      )}
    </>
  );
}
