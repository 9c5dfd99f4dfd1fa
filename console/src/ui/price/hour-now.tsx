import type { PriceHours } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../text/use-formats.ts';
import { hourNow } from './hour-spans.ts';

/** The present factor of a price in words, and until when it applies. */
export function HourNow({ hours }: { hours: PriceHours }) {
  const { t } = useTranslation('price');
  const formats = useFormats();
  const { ratio, untilSeconds } = hourNow(hours, Math.floor(Date.now() / 1000));
  const kind = ratio === 1 ? 'usual' : ratio < 1 ? 'low' : 'high';
  const percent = formats.number(ratio * 100, 7);
  return untilSeconds === null
    ? t(`hourNow_${kind}`, { percent })
    : t(`hourUntil_${kind}`, { percent, time: formats.timeOfDay(untilSeconds * 1000) });
}
