import { useTranslation } from 'react-i18next';
import { useSite } from '../../api/site-status.ts';
import { useStored } from '../page/use-stored.ts';
import type { PriceMoney } from './price-unit.ts';

export const priceCurrencies = ['USD', 'CNY'] as const;
export type PriceCurrency = (typeof priceCurrencies)[number];

/** A multiplier of 1 is $0.002 and ¥0.014 per thousand tokens, at a fixed rate. */
const perDollar: Readonly<Record<PriceCurrency, number>> = { USD: 1, CNY: 7 };

/** Outside of China the sign of the yuan is that of the yen. */
const signOf = (currency: PriceCurrency, language: string): string =>
  currency === 'USD' ? '$' : language === 'zh_CN' ? '¥' : 'CN¥';

/** The currency that this reader sees prices in; what is paid stays in the site's. */
export function usePriceCurrency() {
  const { i18n } = useTranslation('price');
  const { pointsPerUnit } = useSite();
  const [stored, choose] = useStored('priceCurrency', 'USD');
  const currency: PriceCurrency = stored === 'CNY' ? 'CNY' : 'USD';
  const money: PriceMoney = { pointsPerUnit, perDollar: perDollar[currency] };
  return { currency, choose, money, signOf: (one: PriceCurrency) => signOf(one, i18n.language) };
}
