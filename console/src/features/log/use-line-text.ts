import { unitKind } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import type { CostLine } from '../../ui/price/exact-cost.ts';
import { useFormats } from '../../ui/text/use-formats.ts';

const TOKENS_OF_PRICE = 1_000_000;

/** Whether a line is counted by the piece and not in tokens. */
export const isUnitLine = ({ bucket }: CostLine): boolean => unitKind.some((kind) => kind === bucket);

/** A line of a charge in words: what was counted, and at what price. */
export function useLineText(): { nameOf: (line: CostLine) => string; priceOf: (line: CostLine) => string } {
  const { t, i18n } = useTranslation('log');
  const formats = useFormats();
  const { pointsPerUnit } = useSite();
  return useMemo(
    () => ({
      nameOf: ({ bucket, variant }) => {
        const key = [`bucket_${bucket}`, `unit_${bucket}`].find((one) => i18n.exists(`log:${one}`));
        const name = key === undefined ? bucket : t(key as 'bucket_call');
        return variant === undefined ? name : t('bucketVariant', { bucket: name, variant });
      },
      priceOf: (line) => {
        const points = Number(line.ratio) * (isUnitLine(line) ? 1 : TOKENS_OF_PRICE);
        const price = formats.price(points / pointsPerUnit);
        return isUnitLine(line) ? t('priceEach', { price }) : price;
      },
    }),
    [t, i18n, formats, pointsPerUnit],
  );
}
