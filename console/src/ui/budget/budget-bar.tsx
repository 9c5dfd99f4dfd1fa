import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import type { BudgetView } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { useBudgetTexts } from './use-budget-texts.ts';

const NEARLY_SPENT = 80;

export const usedShare = ({ used, limit }: BudgetView): number => Math.min(100, (used / limit) * 100);

interface BudgetBarProps {
  budget: BudgetView;
  /** How many others there are. */
  others?: number;
}

/** Use of a budget, with its period and models. */
export function BudgetBar({ budget, others = 0 }: BudgetBarProps) {
  const { t } = useTranslation('ui');
  const { amount, bareAmount, period } = useBudgetTexts();
  const { used, limit, unit, model } = budget;
  const share = usedShare(budget);
  const isSpent = share === 100;
  const about = [period(budget), model].filter(Boolean).join(' · ');
  const said = isSpent ? `${t('budgetSpent')} · ${about}` : about;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 2, fontSize: 12, whiteSpace: 'nowrap' }} className="tabular">
        <span>{t('budgetUsed', { used: bareAmount(used, unit), limit: amount(limit, unit) })}</span>
        <Box
          component="span"
          title={said}
          sx={{
            ...{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', textAlign: 'right' },
            color: isSpent ? 'error.main' : 'text.secondary',
          }}
        >
          {said}
        </Box>
        {others === 0 ? null : <span>+{others}</span>}
      </Box>
      <LinearProgress
        variant="determinate"
        value={share}
        color={isSpent ? 'error' : share >= NEARLY_SPENT ? 'warning' : 'primary'}
        aria-label={about}
        sx={{ height: 6, mt: 1, borderRadius: '3px', bgcolor: 'divider' }}
      />
    </Box>
  );
}

/** The budget of a list's row of which most is used, and how many more there are. */
export function FullestBudget({ budgets }: { budgets: readonly BudgetView[] }) {
  const [fullest, ...others] = [...budgets].sort((a, b) => usedShare(b) - usedShare(a));
  return fullest === undefined ? null : <BudgetBar budget={fullest} others={others.length} />;
}
