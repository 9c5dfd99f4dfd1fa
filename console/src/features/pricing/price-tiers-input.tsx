import FormHelperText from '@mui/material/FormHelperText';
import { type Price, type ServiceTier, serviceTier } from '@turnpike/contract';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { decimalProduct, type PriceUnit } from '../../ui/price/price-unit.ts';
import { usePriceText } from '../../ui/price/use-price-text.ts';
import { AddPart } from './add-part.tsx';
import { FactorInput } from './factor-input.tsx';
import { PartRow } from './part-row.tsx';
import { useNamedParts } from './use-named-parts.ts';

/** Factors on the whole price, by service tier. */
export function PriceTiersInput({ unit }: { unit: PriceUnit }) {
  const { t } = useTranslation(['pricing', 'price']);
  const { used, left, add, remove } = useNamedParts<ServiceTier>('price.tiers', serviceTier);
  const price = useWatch({ name: 'price' }) as Price;
  const priceText = usePriceText(unit === 'multiplier' ? '1M' : unit);
  const nameOf = (tier: ServiceTier) => t(`price:tier_${tier}`);
  function hintOf(tier: ServiceTier): string | undefined {
    const factor = price.tiers[tier] ?? Number.NaN;
    const input = decimalProduct(price.input, factor);
    const output = decimalProduct(price.output, factor);
    if (price.type === 'times') return Number.isFinite(input) ? priceText(input, true) : undefined;
    if (!Number.isFinite(input) || !Number.isFinite(output)) return undefined;
    return t('tierPrice', { input: priceText(input), output: priceText(output) });
  }
  return (
    <>
      <FormHelperText>{t('tiersHint')}</FormHelperText>
      {used.map((tier) => (
        <PartRow
          key={tier}
          label={nameOf(tier)}
          removeLabel={t('removeTier', { name: nameOf(tier) })}
          onRemove={() => remove(tier)}
        >
          <FactorInput name={`price.tiers.${tier}`} label={nameOf(tier)} hint={hintOf(tier)} />
        </PartRow>
      ))}
      <AddPart label={t('addTier')} names={left} textOf={nameOf} onAdd={(tier) => add(tier, Number.NaN)} />
    </>
  );
}
