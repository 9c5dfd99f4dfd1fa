import type { BudgetInput, BudgetUnit } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../text/use-formats.ts';

interface BudgetTexts {
  /** An amount in its unit. */
  amount: (value: number, unit: BudgetUnit) => string;
  /** An amount next to another one that names the unit. */
  bareAmount: (value: number, unit: BudgetUnit) => string;
  period: (budget: Pick<BudgetInput, 'period' | 'hours'>) => string;
}

/** Amounts and periods of budgets as texts. */
export function useBudgetTexts(): BudgetTexts {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  return {
    amount: (value, unit) =>
      unit === 'points' ? formats.quota(value) : t(`budgetAmount_${unit}`, { amount: formats.number(value) }),
    bareAmount: (value, unit) => (unit === 'points' ? formats.quota(value) : formats.number(value)),
    period: ({ period, hours }) =>
      period === 'hours' ? t('budgetHoursOf', { hours }) : t(`budget_${period}`),
  };
}
