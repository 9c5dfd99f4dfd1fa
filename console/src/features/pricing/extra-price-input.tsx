import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type UsageClass, usageClasses } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../../ui/form/field-frame.tsx';
import { useTypedNumber } from '../../ui/form/typed-number.ts';
import { shareOf } from '../../ui/price/class-price.ts';
import { usePriceCurrency } from '../../ui/price/price-currency.ts';
import { decimalProduct, fromMoney, type PriceUnit, toMoney } from '../../ui/price/price-unit.ts';
import { usePriceText } from '../../ui/price/use-price-text.ts';
import { FactorInput } from './factor-input.tsx';

interface ExtraPriceInputProps {
  name: UsageClass;
  unit: PriceUnit;
}

/** The price of a class of usage: typed as money, or as a factor on its side's price, which it is kept as. */
export function ExtraPriceInput({ name, unit }: ExtraPriceInputProps) {
  const { t } = useTranslation(['pricing', 'price']);
  const { side } = usageClasses[name];
  const base = useWatch({ name: `price.${side}` }) as number;
  const ratio = useWatch({ name: `price.extra_ratios.${name}` }) as number;
  const priceText = usePriceText(unit === 'multiplier' ? '1M' : unit);
  const props = { name: `price.extra_ratios.${name}`, label: t(`price:extra_${name}`) };
  // A free or empty price has no share.
  if (unit === 'multiplier' || !(base > 0)) {
    const isKnown = Number.isFinite(ratio) && Number.isFinite(base);
    return <FactorInput {...props} hint={isKnown ? priceText(decimalProduct(base, ratio)) : undefined} />;
  }
  return <ShareInput {...props} side={side} base={base} unit={unit} />;
}

interface ShareInputProps {
  name: string;
  label: string;
  side: 'input' | 'output';
  base: number;
  unit: Exclude<PriceUnit, 'multiplier'>;
}

function ShareInput({ name, label, side, base, unit }: ShareInputProps) {
  const { t } = useTranslation(['pricing', 'price']);
  const { currency, signOf, money } = usePriceCurrency();
  const { value, error, inputProps } = useTypedNumber(name, {
    toValue: (typed) => shareOf(fromMoney(typed, unit, money), base),
    toTyped: (share) => toMoney(decimalProduct(base, share), unit, money),
  });
  const share = Number.isFinite(value) ? String(value) : undefined;
  return (
    <FieldFrame
      label={label}
      hint={share === undefined ? undefined : t(`shareOf_${side}`, { share })}
      error={error}
    >
      {(ids) => (
        <OutlinedInput
          {...inputProps}
          startAdornment={<InputAdornment position="start">{signOf(currency)}</InputAdornment>}
          endAdornment={<InputAdornment position="end">{t(`per_${unit}`)}</InputAdornment>}
          inputProps={{ ...ids, inputMode: 'decimal', autoComplete: 'off' }}
        />
      )}
    </FieldFrame>
  );
}
