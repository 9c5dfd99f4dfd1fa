import type { siteTotals } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { QuotaText } from '../../ui/text/quota-text.tsx';
import { useFormats } from '../../ui/text/use-formats.ts';
import { TotalCard } from './total-card.tsx';

/** Everything that was added to balances by codes and payments, and what was paid in each currency. */
export function TopUpCard({ totals }: { totals: z.output<typeof siteTotals> | undefined }) {
  const { t } = useTranslation('analytics');
  const formats = useFormats();
  if (totals === undefined) return <TotalCard label={t('topUps')} value={undefined} note={undefined} />;
  const redeemed = sumOf(totals.redemption_statistic);
  const ordered = sumOf(totals.order_statistics);
  const paid = totals.order_statistics.map((one) => formats.money(one.money, one.order_currency));
  return (
    <TotalCard
      label={t('topUps')}
      value={<QuotaText points={redeemed + ordered} />}
      note={
        <>
          {t('topUpsNote', { redeemed: formats.quota(redeemed), ordered: formats.quota(ordered) })}
          {paid.length > 0 ? <div>{t('topUpsPaid', { amounts: paid.join(' · ') })}</div> : null}
        </>
      }
    />
  );
}

const sumOf = (rows: readonly { quota: number }[]): number => rows.reduce((sum, { quota }) => sum + quota, 0);
