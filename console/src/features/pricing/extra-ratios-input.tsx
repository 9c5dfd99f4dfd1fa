import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { extraUsageClass, type Price, type UsageClass, usageClasses } from '@turnpike/contract';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { numberFrom } from '../../ui/form/typed-number.ts';
import { decimalProduct, type PriceUnit } from '../../ui/price/price-unit.ts';
import { usePriceText } from '../../ui/price/use-price-text.ts';

/** Classes of usage with a factor of their own, as a part of the input's or output's price. */
export function ExtraRatiosInput({ unit }: { unit: PriceUnit }) {
  const { t } = useTranslation(['pricing', 'price']);
  const { field } = useController({ name: 'price.extra_ratios' });
  const ratios = field.value as Price['extra_ratios'];
  const names = extraUsageClass.filter((name) => ratios[name] !== undefined);
  const left = extraUsageClass.filter((name) => ratios[name] === undefined);
  const change = (name: UsageClass, ratio: number | undefined) => {
    const { [name]: _, ...others } = ratios;
    field.onChange(ratio === undefined ? others : { ...others, [name]: ratio });
  };
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box>
        <FormLabel component="p">{t('extras')}</FormLabel>
        <FormHelperText>{t('extrasHint')}</FormHelperText>
      </Box>
      {names.map((name) => (
        <ExtraRatio key={name} name={name} ratio={ratios[name] ?? 0} unit={unit} onChange={change} />
      ))}
      {left.length === 0 ? null : (
        <NativeSelect
          input={<OutlinedInput />}
          value=""
          onChange={(event) => change(event.target.value as UsageClass, 1)}
          inputProps={{ 'aria-label': t('addExtra') }}
        >
          <option value="">{t('addExtra')}</option>
          {left.map((name) => (
            <option key={name} value={name}>
              {t(`price:extra_${name}`)}
            </option>
          ))}
        </NativeSelect>
      )}
    </Box>
  );
}

interface ExtraRatioProps {
  name: UsageClass;
  ratio: number;
  unit: PriceUnit;
  onChange: (name: UsageClass, ratio: number | undefined) => void;
}

function ExtraRatio({ name, ratio, unit, onChange }: ExtraRatioProps) {
  const { t } = useTranslation(['pricing', 'price', 'ui']);
  const priceText = usePriceText(unit === 'multiplier' ? '1M' : unit);
  const side = useWatch({ name: `price.${usageClasses[name].side}` }) as number;
  const [text, setText] = useState(String(ratio));
  const label = t(`price:extra_${name}`);
  const isNumber = Number.isFinite(ratio);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 104px auto', gap: 2, alignItems: 'center' }}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontSize: '0.875rem' }}>{label}</Box>
        <Box sx={{ fontSize: '0.75rem', color: isNumber ? 'text.secondary' : 'error.main' }}>
          {isNumber ? priceText(decimalProduct(side || 0, ratio)) : t('notANumber')}
        </Box>
      </Box>
      <OutlinedInput
        value={text}
        startAdornment={<span aria-hidden>×</span>}
        onChange={(event) => {
          setText(event.target.value);
          onChange(name, numberFrom(event.target.value));
        }}
        inputProps={{
          'aria-label': label,
          'aria-invalid': !isNumber,
          inputMode: 'decimal',
          autoComplete: 'off',
        }}
      />
      <IconButton aria-label={t('removeExtra', { name: label })} onClick={() => onChange(name, undefined)}>
        <DeleteIcon />
      </IconButton>
    </Box>
  );
}
