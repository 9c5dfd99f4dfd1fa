import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { serviceTier } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { type Detail, DetailList } from '../text/detail-list.tsx';
import { useFormats } from '../text/use-formats.ts';
import { PriceHoursSection } from './price-hours-section.tsx';
import type { PricePartsProps } from './price-parts.ts';
import { decimalProduct } from './price-unit.ts';
import { usePriceText } from './use-price-text.ts';

/** Units, long inputs, tiers and hours of a price, each under its title. */
export function PartSections({ price, unit }: Pick<PricePartsProps, 'price' | 'unit'>) {
  const { t } = useTranslation('price');
  const formats = useFormats();
  const priceText = usePriceText(unit);
  const both = (input: number, output: number) =>
    t('inputAndOutput', { input: priceText(input), output: priceText(output) });
  const units = price.units.map(({ kind, variant, price }) => ({
    name: variant === '' ? t(`unitKind_${kind}`) : `${t(`unitKind_${kind}`)} (${variant})`,
    value: priceText(price, kind),
  }));
  const steps = [...price.steps]
    .sort((a, b) => a.above - b.above)
    .map(({ above, input, output }) => ({
      name: t('stepAbove', { tokens: formats.number(above) }),
      value: both(input, output),
    }));
  const tiers = serviceTier.flatMap((tier) => {
    const factor = price.tiers[tier];
    if (factor === undefined) return [];
    const input = decimalProduct(price.input, factor);
    const sum =
      price.type === 'times' ? priceText(input, true) : both(input, decimalProduct(price.output, factor));
    return [{ name: t(`tier_${tier}`), value: `×${formats.number(factor, 9)} · ${sum}` }];
  });
  return (
    <>
      <PartSection title={t('partTitle_units')} entries={units} />
      <PartSection title={t('partTitle_steps')} entries={steps} />
      <PartSection title={t('partTitle_tiers')} entries={tiers} />
      {price.hours === undefined ? null : <PriceHoursSection hours={price.hours} />}
    </>
  );
}

function PartSection({ title, entries }: { title: string; entries: readonly Detail[] }) {
  if (entries.length === 0) return null;
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="caption" color="textSecondary">
        {title}
      </Typography>
      <DetailList entries={entries} />
    </Box>
  );
}
