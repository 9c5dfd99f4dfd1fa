import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { hoursText, type Price, type UsageClass } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ownersQuery } from '../../api/model-owners.ts';
import { classPrice } from '../../ui/price/class-price.ts';
import type { PriceUnit } from '../../ui/price/price-unit.ts';
import { usePriceText } from '../../ui/price/use-price-text.ts';
import { OldAndNew } from './old-and-new.tsx';

interface DifferenceDetailsProps {
  listed: Price;
  current: Price;
  unit: PriceUnit;
}

/** Other differences than input and output: kind, owner, ratios of other usage. */
export function DifferenceDetails({ listed, current, unit }: DifferenceDetailsProps) {
  const { t } = useTranslation(['pricing', 'price']);
  const priceText = usePriceText(unit);
  const owners = useQuery(ownersQuery).data;
  const owner = (id: number) => owners?.find((one) => one.id === id)?.name ?? t('price:ownerUnknown');
  const names = [...new Set([...Object.keys(current.extra_ratios), ...Object.keys(listed.extra_ratios)])];
  const differing = (names as UsageClass[]).filter(
    (name) => current.extra_ratios[name] !== listed.extra_ratios[name],
  );
  const extra = (price: Price, name: UsageClass) =>
    price.type === 'times' ? '–' : priceText(classPrice(price, name));
  const hoursOf = ({ hours }: Price) =>
    hours === undefined ? '–' : t('hourCount', { count: hours.rules.length });
  const lines = [
    current.type === listed.type
      ? undefined
      : { name: t('type'), before: t(`type_${current.type}`), after: t(`type_${listed.type}`) },
    current.channel_type === listed.channel_type
      ? undefined
      : { name: t('price:owner'), before: owner(current.channel_type), after: owner(listed.channel_type) },
    hoursText(current.hours) === hoursText(listed.hours)
      ? undefined
      : { name: t('hours'), before: hoursOf(current), after: hoursOf(listed) },
    ...differing.map((name) => ({
      name: t(`price:extra_${name}`),
      before: extra(current, name),
      after: extra(listed, name),
    })),
  ].filter((line) => line !== undefined);
  return lines.map(({ name, before, after }) => (
    <Box key={name} sx={{ color: 'text.secondary', fontWeight: 400 }}>
      {t('changeOf', { name })}
      <OldAndNew before={before} after={after} />
    </Box>
  ));
}
