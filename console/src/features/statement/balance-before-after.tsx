import { QuotaText } from '../../ui/quota-text.tsx';

interface BalanceBeforeAfterProps {
  before: number;
  after: number;
  /** Six decimals, where single calls are told apart. */
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
