import Box from '@mui/material/Box';
import { type PayWayView, topUpPrice } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../ui/text/use-formats.ts';
import { termsOf, toPay } from './pay-amount.ts';
import type { AmountTables } from './topup-api.ts';

interface Line {
  name: string;
  value: string;
  isSum?: boolean;
}

interface PaySummaryProps {
  way: PayWayView;
  tables: AmountTables;
  /** Whole dollars, at most `MAX_TOP_UP`. */
  amount: number;
}

/** How the price of a top-up is made up, and what it adds to the balance. */
export function PaySummary({ way, tables, amount }: PaySummaryProps) {
  const { t } = useTranslation('topup');
  const formats = useFormats();
  const terms = termsOf(way, tables);
  const { factor, quota, bonusQuota } = topUpPrice(amount, terms);
  // Discount and fee are in dollars; the rate applies to their sum.
  const dollars = topUpPrice(amount, { ...terms, currency: 'USD', rate: 1 });
  const usd = (cents: number) => formats.money(cents / 100, 'USD');
  const { currency, rate, percent_fee, fixed_fee } = way;
  const lines: (Line | false)[] = [
    { name: t('sumAmount'), value: usd(amount * 100) },
    factor !== 1 && { name: t('sumDiscounted'), value: usd(dollars.payMinor - dollars.feeMinor) },
    percent_fee > 0 && {
      name: t('sumFeePercent', { percent: formats.number(percent_fee * 100) }),
      value: usd(dollars.feeMinor),
    },
    percent_fee === 0 && fixed_fee > 0 && { name: t('sumFeeFixed'), value: usd(dollars.feeMinor) },
    currency !== 'USD' && {
      name: t('sumRate'),
      value: `1 USD = ${formats.number(rate, 6)} ${currency}`,
    },
    {
      name: t('sumPay'),
      value: formats.money(toPay(amount, way, tables), currency),
      isSum: true,
    },
    bonusQuota > 0 && { name: t('sumBonus'), value: `+${formats.quota(bonusQuota)}` },
    { name: t('sumCredited'), value: formats.quota(quota + bonusQuota) },
  ];
  return (
    <Box component="dl" aria-label={t('summary')} sx={{ m: 0, display: 'grid', gap: 2 }}>
      {lines.map((line) => (line === false ? null : <SummaryLine key={line.name} {...line} />))}
    </Box>
  );
}

function SummaryLine({ name, value, isSum = false }: Line) {
  return (
    <Box
      sx={{
        ...{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 4 },
        ...(isSum && { borderTop: 1, borderColor: 'divider', pt: 2 }),
      }}
    >
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box
        component="dd"
        className="tabular"
        sx={{ m: 0, textAlign: 'right', ...(isSum && { fontSize: '1.25rem', fontWeight: 600 }) }}
      >
        {value}
      </Box>
    </Box>
  );
}
