import { QuotaText } from '../../ui/text/quota-text.tsx';

interface BalanceBeforeAfterProps {
  before: number;
  after: number;
  /** Six decimals, for rows of single calls. */
  isPrecise?: boolean;
}

export function BalanceBeforeAfter({ before, after, isPrecise = false }: BalanceBeforeAfterProps) {
  return (
    <span>
      <QuotaText points={before} isPrecise={isPrecise} />
      {' → '}
      <QuotaText points={after} isPrecise={isPrecise} />
    </span>
  );
}
